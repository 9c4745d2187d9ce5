/** Opens DEECo scenarios: edits robots and objects in their sections; sensors and ensembles stay unchanged. */
import {
  attributeSplices,
  changedProperties,
  EditingError,
  type ElementShape,
  elementsOf,
  indentAt,
  kindOf,
  listSplices,
  newElement,
  type OpenedWorld,
  type Shape,
  type Splice,
  spliced,
  type TextElement,
  tidy,
  type WorldDocument,
} from '@kineko/editor';
import { DEECO } from './deeco-format.js';

/** In the order of the schema. */
const SECTIONS = ['sensors', 'robots', 'ensembles', 'objects'];
const ROBOT_SIZE = 3;

export function openDeeco(text: string): OpenedWorld {
  const root = elementsOf(text);
  if (root.name !== 'simulation') throw new EditingError(`expected a <simulation>, got <${root.name}>`);
  const originals: ElementShape[] = [];
  for (const [section, kind] of [
    ['robots', 'robot'],
    ['objects', 'object'],
  ] as const) {
    const elements = sectionOf(root, section)?.children.filter(({ name }) => name === kind) ?? [];
    for (const element of elements) originals.push({ element, shape: shapeOf(element, kind, originals.length) });
  }
  const properties = root.properties(DEECO.fields);
  const document: WorldDocument = { format: 'deeco', shapes: originals.map(({ shape }) => shape), properties };
  const write = (edited: WorldDocument): string => {
    // A self-closing root gets an end tag first.
    if (root.inside === undefined && edited.shapes.length > 0) {
      return openDeeco(spliced(text, [{ start: root.attributesEnd, end: root.end, text: '>\n</simulation>' }])).write(
        edited,
      );
    }
    return spliced(text, [
      ...attributeSplices(root, changedProperties(properties, edited.properties)),
      ...sectionSplices(text, root, 'robots', 'robot', originals, edited),
      ...sectionSplices(text, root, 'objects', 'object', originals, edited),
    ]);
  };
  const { bitmap } = properties as { readonly bitmap?: string };
  const pictures = bitmap === undefined ? [] : [bitmap];
  return { document, spans: originals.map(({ element }) => element), remarks: [], pictures, write };
}

function sectionOf(root: TextElement, section: string): TextElement | undefined {
  return root.children.find(({ name }) => name === section);
}

function sectionSplices(
  text: string,
  root: TextElement,
  section: string,
  kind: string,
  originals: readonly ElementShape[],
  edited: WorldDocument,
): Splice[] {
  const shapes = edited.shapes.filter((shape) => shape.kind === kind);
  const parent = sectionOf(root, section);
  const nameOf = (): string => kind;
  const list = { originals, shapes, nameOf, attributesOf };
  if (parent !== undefined) return listSplices(text, { ...list, parent });
  if (shapes.length === 0 || root.inside === undefined) return [];
  const step = root.children[0] === undefined ? '  ' : indentAt(text, root.children[0].start);
  const lines = shapes.map((shape) => `\n${step}${step}${newElement(kind, attributesOf(shape, undefined))}`);
  const written = `<${section}>${lines.join('')}\n${step}</${section}>`;
  const before = root.children.findLast(({ name }) => SECTIONS.indexOf(name) < SECTIONS.indexOf(section));
  const at = before?.end ?? root.inside.start;
  const tail = root.children.length === 0 && !text.slice(at, root.inside.end).includes('\n') ? '\n' : '';
  return [{ start: at, end: at, text: `\n${step}${written}${tail}` }];
}

function shapeOf(element: TextElement, kind: string, id: number): Shape {
  const radius = element.number('size') ?? (kind === 'robot' ? ROBOT_SIZE : 0);
  const angle = kind === 'robot' ? 90 - (element.number('angle') ?? 0) : 0;
  return {
    id,
    kind,
    x: element.number('posX') ?? 0,
    y: element.number('posY') ?? 0,
    angle,
    form: { kind: 'disc', radius },
    properties: element.properties(kindOf(DEECO, kind).fields),
  };
}

function attributesOf(shape: Shape, original: Shape | undefined) {
  const { form, kind } = shape;
  const isNew = original === undefined;
  const radius = form.kind === 'disc' ? form.radius : 0;
  const usual = original?.form.kind === 'disc' ? original.form.radius : kind === 'robot' ? ROBOT_SIZE : undefined;
  const { class: name, ...others } = changedProperties(original?.properties ?? {}, shape.properties);
  return {
    ...((isNew || name !== undefined) && { class: name }),
    ...((isNew || shape.x !== original.x) && { posX: tidy(shape.x) }),
    ...((isNew || shape.y !== original.y) && { posY: tidy(shape.y) }),
    ...(kind === 'robot' && (isNew || shape.angle !== original.angle) && { angle: tidy(90 - shape.angle) }),
    ...(radius !== usual && { size: tidy(radius) }),
    ...others,
  };
}
