/** Shapes that are elements in lists, for the XML formats: kept, changed, copied or added. */
import { isSameValue, type Shape } from './model.js';
import type { ListEntry, Splice } from './splices.js';
import { type Attributes, newElement, relistedXml, type TextElement, withAttributes } from './xml-text.js';

export interface ElementShape {
  readonly element: TextElement;
  readonly shape: Shape;
}

export interface ElementList {
  readonly parent: TextElement;
  /** All shapes of the file by id, from all lists. */
  readonly originals: readonly ElementShape[];
  /** The shapes of this list. */
  readonly shapes: readonly Shape[];
  readonly nameOf: (shape: Shape) => string;
  /** The attributes that differ from the original, or all of a new shape. */
  readonly attributesOf: (shape: Shape, original: Shape | undefined) => Attributes;
}

/** Empty if the list has not changed. */
export function listSplices(text: string, list: ElementList): Splice[] {
  const { parent, originals, shapes, attributesOf, nameOf } = list;
  const idAt = new Map(originals.map(({ element }, id) => [element, id]));
  const own = parent.children.flatMap((element) => idAt.get(element) ?? []);
  const isSame = own.length === shapes.length && shapes.every(({ id }, k) => id === own[k]);
  if (isSame && shapes.every((shape) => isSameValue(shape, originals[shape.id]!.shape))) return [];
  const byId = new Map(shapes.map((shape) => [shape.id, shape]));
  const written = (id: number, shape: Shape): string => {
    const { element, shape: original } = originals[id]!;
    return withAttributes(text, element, attributesOf(shape, original));
  };
  const kept = parent.children.flatMap((element, was): ListEntry[] => {
    const id = idAt.get(element);
    if (id === undefined) return [{ was, text: text.slice(element.start, element.end) }];
    const shape = byId.get(id);
    return shape === undefined ? [] : [{ was, text: written(id, shape) }];
  });
  const added = shapes.filter(({ id }) => id >= originals.length);
  return relistedXml(text, parent, [
    ...kept,
    ...added.map((shape): ListEntry => {
      const { like } = shape;
      if (like !== undefined && like < originals.length) return { text: written(like, shape) };
      return { text: newElement(nameOf(shape), attributesOf(shape, undefined)) };
    }),
  ]);
}
