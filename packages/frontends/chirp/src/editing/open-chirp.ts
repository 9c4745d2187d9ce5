/** Chirp worlds in JSON: edited members are written, all others stay unchanged. */
import {
  changedProperties,
  commonRadiusOf,
  EditingError,
  type Field,
  type Form,
  isSameValue,
  kindOf,
  type ListEntry,
  middleOf,
  type OpenedWorld,
  placed,
  type Point,
  printJson,
  type Properties,
  propertiesBy,
  relativeTo,
  type Shape,
  type Splice,
  spliced,
  tidy,
  tidyPoint,
  type WorldDocument,
} from '@kineko/editor';
import { JsonError, type JsonNode, type JsonObject, readJsonTree } from '../format/json-tree.js';
import { CHIRP_DEFAULTS, CHIRP_LINE_WIDTH } from '../format/world.js';
import { commandsOf, type ControllerCommand, controllerEntries, numberOf } from './chirp-controllers.js';
import { CHIRP } from './chirp-format.js';
import { relistedJson, withMember, withMembers } from './json-members.js';

export function openChirp(text: string): OpenedWorld {
  const root = rootOf(text);
  const children = root.members.get('children')?.value;
  if (children?.kind !== 'array') throw new EditingError('it has no list of "children"');
  const commands = commandsOf(root);
  const rootRadius = numberOf(root, 'radius');
  const nodes: JsonObject[] = [];
  const items: number[] = [];
  const shapes: Shape[] = [];
  for (const [item, node] of children.items.entries()) {
    const shape = node.kind === 'object' ? shapeOf(node, shapes.length, rootRadius, commands) : undefined;
    if (shape === undefined || node.kind !== 'object') continue;
    shapes.push(shape);
    nodes.push(node);
    items.push(item);
  }
  const document: WorldDocument = { format: 'chirp', shapes, properties: propertiesOf(root, CHIRP.fields) };
  const write = (edited: WorldDocument): string => {
    const splices: Splice[] = [];
    const entries = childEntries(text, { children, nodes, items, document }, edited);
    if (entries !== undefined) splices.push(relistedJson(text, children, entries));
    const controllers = root.members.get('controllers')?.value;
    const started = controllerEntries(text, controllers, document, edited);
    if (started !== undefined && controllers?.kind === 'array') splices.push(relistedJson(text, controllers, started));
    let result = spliced(text, splices);
    if (started !== undefined && controllers === undefined && started.length > 0) {
      const list = started.map((entry) => JSON.parse(entry.text) as unknown);
      const now = rootOf(result);
      result = spliced(result, [withMember(result, now, 'controllers', list)]);
    }
    const changes = changedProperties(document.properties, edited.properties);
    if (Object.keys(changes).length === 0) return result;
    const now = rootOf(result);
    return result.slice(0, now.offset) + withMembers(result, now, 0, changes) + result.slice(now.end);
  };
  return {
    document,
    spans: nodes.map(({ offset, end }) => ({ start: offset, end })),
    remarks: [],
    pictures: [],
    write,
  };
}

function rootOf(text: string): JsonObject {
  try {
    const root = readJsonTree(text);
    if (root.kind === 'object') return root;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new EditingError(`invalid JSON: ${error.message}`, { cause: error });
  }
  throw new EditingError('expected a world, {"children": […]}');
}

interface Children {
  readonly children: JsonNode & { readonly kind: 'array' };
  readonly nodes: readonly JsonObject[];
  /** The index among the children of each shape. */
  readonly items: readonly number[];
  readonly document: WorldDocument;
}

/** The new list, or undefined if the children have not changed. */
function childEntries(text: string, from: Children, { shapes, properties }: WorldDocument): ListEntry[] | undefined {
  const { children, nodes, items, document } = from;
  const originals = document.shapes;
  const commonRadius = commonRadiusOf(CHIRP, 'Chirp', properties)!;
  if (shapes.length === originals.length && shapes.every((shape, k) => isSameValue(shape, originals[k])))
    return undefined;
  const byId = new Map(shapes.map((shape) => [shape.id, shape]));
  const shapeAt = new Map(items.map((item, id) => [item, id]));
  const kept = children.items.flatMap(({ offset, end }, was): ListEntry[] => {
    const id = shapeAt.get(was);
    // Unknown children stay unchanged.
    if (id === undefined) return [{ was, text: text.slice(offset, end) }];
    const shape = byId.get(id);
    return shape === undefined ? [] : [{ was, text: textOf(text, nodes[id]!, originals[id]!, shape, commonRadius) }];
  });
  const added = shapes.filter(({ id }) => id >= originals.length);
  return [
    ...kept,
    ...added.map((shape): ListEntry => {
      const { like } = shape;
      if (like !== undefined && nodes[like] !== undefined)
        return { text: textOf(text, nodes[like], originals[like]!, shape, commonRadius) };
      return { text: printJson({ type: shape.kind, ...membersOf(shape, undefined, commonRadius) }, '    ') };
    }),
  ];
}

function textOf(text: string, node: JsonObject, original: Shape, shape: Shape, commonRadius: number): string {
  const changes = membersOf(shape, original, node.members.has('radius') ? undefined : commonRadius);
  if (Object.keys(changes).length === 0) return text.slice(node.offset, node.end);
  return withMembers(text, node, 0, changes);
}

/**
 * The members that differ from those of the original; all of them if there is none.
 *
 * @param commonRadius The radius of robots without their own; undefined for a robot with its own.
 */
function membersOf(
  shape: Shape,
  original: Shape | undefined,
  commonRadius: number | undefined,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  const { form } = shape;
  const isMoved = original === undefined || shape.x !== original.x || shape.y !== original.y;
  const isTurned = original === undefined ? shape.angle !== 0 : shape.angle !== original.angle;
  const isFormed = original === undefined || !isSameValue(form, original.form);
  if (shape.kind === 'Line' && form.kind === 'path') {
    if (isMoved || isTurned || isFormed) changes['points'] = placed(shape, form.points).map(tidyPoint);
    if (original === undefined ? form.width !== CHIRP_LINE_WIDTH : form.width !== (original.form as typeof form).width)
      changes['width'] = tidy(form.width);
  } else {
    if (isMoved) changes['position'] = tidyPoint(shape);
    if (isTurned) changes['angle'] = tidy(shape.angle);
    if (form.kind === 'polygons' && isFormed) changes['hulls'] = form.parts.map((part) => part.map(tidyPoint));
    if (form.kind === 'source' && isFormed) changes['radius'] = tidy(form.reach);
    // The common radius is not repeated.
    if (form.kind === 'disc' && form.radius !== commonRadius && (isFormed || commonRadius !== undefined)) {
      changes['radius'] = tidy(form.radius);
    }
  }
  const properties = changedProperties(original?.properties ?? {}, shape.properties);
  for (const [name, value] of Object.entries(properties)) {
    if (name !== 'controller' && !name.endsWith('Friction')) changes[name] = value;
  }
  if ('staticFriction' in properties || 'kineticFriction' in properties)
    changes['friction'] = frictionOf(shape.properties);
  return changes;
}

function frictionOf(properties: Properties): object | undefined {
  const { staticFriction, kineticFriction } = properties as Readonly<Record<string, unknown>>;
  if (staticFriction === undefined && kineticFriction === undefined) return undefined;
  return { static: staticFriction, kinetic: kineticFriction };
}

/** Undefined for what the editor cannot show, which stays unchanged. */
function shapeOf(
  node: JsonObject,
  id: number,
  rootRadius: number | undefined,
  commands: ReadonlyMap<number, ControllerCommand>,
): Shape | undefined {
  const type = node.members.get('type')?.value;
  if (type?.kind !== 'text') return undefined;
  const name = type.value.toLowerCase();
  const kind = CHIRP.kinds.find((each) => each.name.toLowerCase() === name);
  if (kind === undefined) return undefined;
  const properties: Record<string, Properties[string]> = { ...propertiesOf(node, kind.fields) };
  if (kind.name === 'Line') {
    const points = pointsOf(node.members.get('points')?.value);
    if (points.length === 0) return undefined;
    const middle = middleOf(points);
    const width = numberOf(node, 'width') ?? CHIRP_LINE_WIDTH;
    const form: Form = { kind: 'path', points: relativeTo(middle, points), width };
    return { id, kind: kind.name, ...middle, angle: 0, form, properties };
  }
  const position = pointOf(node.members.get('position')?.value) ?? { x: 0, y: 0 };
  const angle = kind.turns === 'place' ? (numberOf(node, 'angle') ?? 0) : 0;
  const friction = node.members.get('friction')?.value;
  if (friction?.kind === 'object') {
    for (const [member, field] of [
      ['static', 'staticFriction'],
      ['kinetic', 'kineticFriction'],
    ] as const) {
      const value = numberOf(friction, member);
      if (value !== undefined) properties[field] = value;
    }
  }
  const command = kind.name === 'Chirp' ? commands.get(numberOf(node, 'id') ?? NaN) : undefined;
  if (command !== undefined) properties['controller'] = command.command;
  return { id, kind: kind.name, ...position, angle, form: formOf(node, kind.name, rootRadius), properties };
}

function formOf(node: JsonObject, kind: string, rootRadius: number | undefined): Form {
  const radius = numberOf(node, 'radius');
  if (kind === 'Chirp') return { kind: 'disc', radius: radius ?? rootRadius ?? CHIRP_DEFAULTS.radius };
  if (kindOf(CHIRP, kind).turns === 'no') return { kind: 'source', reach: radius ?? 0 };
  const hulls = node.members.get('hulls')?.value;
  return { kind: 'polygons', parts: hulls?.kind === 'array' ? hulls.items.map(pointsOf) : [] };
}

function propertiesOf(node: JsonObject, fields: readonly Field[]): Properties {
  return propertiesBy(fields, (name) => {
    const value = node.members.get(name)?.value;
    return value !== undefined && 'value' in value ? value.value : undefined;
  });
}

function pointOf(node: JsonNode | undefined): Point | undefined {
  if (node?.kind !== 'object') return undefined;
  const [x, y] = [numberOf(node, 'x'), numberOf(node, 'y')];
  return x === undefined || y === undefined ? undefined : { x, y };
}

function pointsOf(node: JsonNode | undefined): Point[] {
  return node?.kind === 'array' ? node.items.flatMap((item) => pointOf(item) ?? []) : [];
}
