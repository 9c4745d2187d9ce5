/** Environments in XML: edited attributes are written; sensors, parameters and comments stay unchanged. */
import {
  attributeSplices,
  changedProperties,
  EditingError,
  type ElementShape,
  elementsOf,
  type Form,
  isSameValue,
  kindOf,
  listSplices,
  type OpenedWorld,
  placed,
  type Point,
  type Shape,
  spliced,
  type TextElement,
  tidy,
  type WorldDocument,
} from '@kineko/editor';
import { CRSIM } from './crsim-format.js';

export function openCrsim(text: string): OpenedWorld {
  const root = elementsOf(text);
  if (root.name !== 'environment') throw new EditingError(`expected <environment>, got <${root.name}>`);
  const elements = root.children.filter(({ name }) => name === 'object' || name === 'robot');
  const originals = elements.map((element, id): ElementShape => ({ element, shape: shapeOf(element, id) }));
  const document: WorldDocument = {
    format: 'crsim',
    shapes: originals.map(({ shape }) => shape),
    properties: root.properties(CRSIM.fields),
  };
  const write = (edited: WorldDocument): string => {
    const nameOf = ({ kind }: Shape): string => (kind === 'robot' ? 'robot' : 'object');
    return spliced(text, [
      ...attributeSplices(root, changedProperties(document.properties, edited.properties)),
      ...listSplices(text, { parent: root, originals, shapes: edited.shapes, nameOf, attributesOf }),
    ]);
  };
  return { document, spans: elements, remarks: [], pictures: [], write };
}

function shapeOf(element: TextElement, id: number): Shape {
  const [x, y] = [element.number('x') ?? 0, element.number('z') ?? 0];
  const { kind, form } = formOf(element);
  const { fields } = kindOf(CRSIM, kind);
  const rotation = element.number('rotation') ?? 0;
  return {
    id,
    kind,
    x,
    y,
    angle: tidy(rotation / CRSIM.angle.factor),
    form,
    properties: element.properties(fields),
  };
}

function formOf(element: TextElement): { readonly kind: string; readonly form: Form } {
  const type = element.attributes.get('type')?.value;
  if (element.name === 'robot') return { kind: 'robot', form: footprint(element, 'CYLINDER') };
  if (type === 'BOX' || type === 'CYLINDER' || type === 'SPHERE') return { kind: type, form: footprint(element, type) };
  const shapes = element.children.filter(({ name }) => name === 'shape');
  // A shape of a plug-in is shown by the sizes that it has.
  const parts = (shapes.length > 0 ? shapes : [element]).map((shape) => outline(shape, shape !== element));
  return { kind: 'composed', form: { kind: 'polygons', parts } };
}

function footprint(element: TextElement, type: string): Form {
  if (type !== 'BOX') return { kind: 'disc', radius: element.number('radius') ?? 1 };
  return { kind: 'box', width: element.number('width') ?? 1, height: element.number('depth') ?? 1 };
}

const ROUND = 24;

function outline(element: TextElement, isPlaced: boolean): Point[] {
  const type = element.attributes.get('type')?.value;
  const isBox = type === 'BOX' || element.attributes.has('width');
  const form = footprint(element, isBox ? 'BOX' : 'CYLINDER');
  const place = isPlaced
    ? {
        x: element.number('x') ?? 0,
        y: element.number('z') ?? 0,
        angle: (element.number('rotation') ?? 0) / CRSIM.angle.factor,
      }
    : { x: 0, y: 0, angle: 0 };
  if (form.kind === 'box') {
    const [w, h] = [form.width / 2, form.height / 2];
    return placed(place, [
      { x: -w, y: -h },
      { x: w, y: -h },
      { x: w, y: h },
      { x: -w, y: h },
    ]);
  }
  const { radius } = form as Form & { kind: 'disc' };
  const corners = Array.from({ length: ROUND }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / ROUND;
    // oxlint-disable-next-line kineko/no-inexact-math -- the corners go into a file, which every run reads alike
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  return placed(place, corners);
}

function attributesOf(shape: Shape, original: Shape | undefined) {
  const { form, kind } = shape;
  const isNew = original === undefined;
  const changed = changedProperties(original?.properties ?? {}, shape.properties);
  return {
    ...(isNew && { name: changed['name'] }),
    ...(isNew && kind !== 'robot' && { type: kind }),
    ...((isNew || shape.x !== original.x) && { x: tidy(shape.x) }),
    ...(isNew && { y: changed['y'] }),
    ...((isNew || shape.y !== original.y) && { z: tidy(shape.y) }),
    ...((isNew ? shape.angle !== 0 : shape.angle !== original.angle) && {
      rotation: tidy(shape.angle * CRSIM.angle.factor),
    }),
    ...((isNew || !isSameValue(form, original.form)) && sizesOf(form)),
    ...changed,
  };
}

function sizesOf(form: Form) {
  if (form.kind === 'disc') return { radius: tidy(form.radius) };
  return form.kind === 'box' ? { width: tidy(form.width), depth: tidy(form.height) } : {};
}
