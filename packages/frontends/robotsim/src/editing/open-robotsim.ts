/** Opens configurations in the editor: robots at their born points, obstacles and objects from their keys or lists. */
import type { Change, ItemChange, KeyedText, Written } from './keyed-text.js';
import {
  changedProperties,
  commonRadiusOf,
  isSameValue,
  kindOf,
  numberOf,
  type OpenedWorld,
  type Properties,
  propertiesBy,
  type Shape,
  type Span,
  tidy,
  type WorldDocument,
} from '@kineko/editor';
import { openProperties } from './properties-text.js';
import { openYaml } from './yaml-text.js';
import { escapedText } from '@kineko/run/settings';
import { recogniseSyntax } from '../format/reading/syntax.js';
import {
  objectMembers,
  objectShape,
  obstacleMembers,
  obstacleShape,
  pointOf,
  writtenObject,
  writtenObstacle,
} from './robotsim-entries.js';
import { DEFAULT_SIZE, ROBOTSIM } from './robotsim-format.js';

type Members = Readonly<Record<string, unknown>>;

/** Position of a shape in the file. */
interface ShapeOrigin extends Span {
  readonly key: string;
  /** Index in a list. */
  readonly item?: number;
  /** Id of the process, for a robot. */
  readonly process?: number;
  readonly members?: Members;
}

export async function openRobotsim(text: string, path: string): Promise<OpenedWorld> {
  const syntax = recogniseSyntax(text, path);
  const keyed = syntax === 'properties' ? openProperties(text) : await openYaml(text, syntax);
  const reader = new ConfigReader(keyed);
  const { shapes, origins, remarks } = reader;
  const document: WorldDocument = { format: 'robotsim', shapes, properties: propertiesOf(keyed) };
  const pictures = shapes.flatMap(({ kind, properties }) => (kind === 'bitmap' ? [String(properties['file'])] : []));
  const write = (edited: WorldDocument): string => new ConfigWriter(keyed, document, origins, edited).write(text);
  return { document, spans: origins, remarks, pictures, write };
}

function propertiesOf({ entries }: KeyedText): Properties {
  return propertiesBy(ROBOTSIM.fields, (name) => entries.get(name)?.value);
}

class ConfigReader {
  readonly shapes: Shape[] = [];
  readonly origins: ShapeOrigin[] = [];
  readonly remarks: string[] = [];

  constructor(private readonly keyed: KeyedText) {
    this.robots();
    this.entries('obstacle', obstacleMembers, obstacleShape);
    this.entries('object', objectMembers, objectShape);
    if (keyed.entries.has('include')) this.remarks.push('It includes other files, whose contents are not shown.');
  }

  private robots(): void {
    const { entries } = this.keyed;
    const keys = [...entries.keys()].flatMap((key) => /^bornpoint(\d+)$/.exec(key)?.[1] ?? []);
    for (const number of keys.map(Number).sort((a, b) => a - b)) {
      const entry = entries.get(`bornpoint${number}`)!;
      const point = pointOf(entry.value);
      if (point === undefined) continue;
      const process = number - 1;
      const own = (key: string): unknown => entries.get(`robot.${process}.${key}`)?.value;
      this.origins.push({ key: `bornpoint${number}`, process, start: entry.start, end: entry.end });
      this.shapes.push({
        id: this.shapes.length,
        kind: 'robot',
        ...point,
        angle: numberOf(own('angle')) ?? numberOf(entries.get('robot.angle')?.value) ?? 0,
        form: {
          kind: 'disc',
          radius: numberOf(own('size')) ?? numberOf(entries.get('robot.size')?.value) ?? DEFAULT_SIZE,
        },
        properties: propertiesBy(kindOf(ROBOTSIM, 'robot').fields, own),
      });
    }
    if (String(entries.get('bornpoint.random')?.value) === 'true') {
      this.remarks.push('Its robots are placed at random. If you draw a robot, all robots stand where they are drawn.');
    }
  }

  private entries(
    name: string,
    membersOf: (value: unknown) => Members | undefined,
    shapeOf: (members: Members, id: number) => Shape | undefined,
  ): void {
    const { entries } = this.keyed;
    const add = (value: unknown, origin: ShapeOrigin): void => {
      const members = membersOf(value);
      const shape = members && shapeOf(members, this.shapes.length);
      if (shape === undefined) return;
      this.shapes.push(shape);
      this.origins.push({ ...origin, members: members! });
    };
    const numbered = new RegExp(`^${name}\\d+$`);
    for (const [key, { value, start, end }] of entries) if (numbered.test(key)) add(value, { key, start, end });
    const key = `${name}s`;
    const list = entries.get(key);
    if (list === undefined) return;
    for (const [item, each] of itemsOf(list).entries())
      add(each.value, { key, item, start: each.start, end: each.end });
    if (itemsOf(list).length === 0 && typeof list.value === 'string' && list.value !== '') {
      this.remarks.push(`Its ${key} are in the file ${list.value}, and not shown.`);
    }
  }
}

/** The items of a list, also of a list in one line of properties. */
function itemsOf(entry: { readonly value: unknown; readonly items?: readonly (Span & { value: unknown })[] } & Span) {
  if (entry.items !== undefined) return entry.items;
  if (typeof entry.value !== 'string' || !entry.value.startsWith('[')) return [];
  try {
    const list = JSON.parse(entry.value) as unknown;
    return Array.isArray(list) ? list.map((value: unknown) => ({ value, start: entry.start, end: entry.end })) : [];
  } catch {
    return [];
  }
}

/** The text after `=` in properties. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

class ConfigWriter {
  private readonly changes = new Map<string, Change>();

  constructor(
    private readonly keyed: KeyedText,
    private readonly before: WorldDocument,
    private readonly origins: readonly ShapeOrigin[],
    private readonly now: WorldDocument,
  ) {}

  write(text: string): string {
    for (const [name, value] of Object.entries(changedProperties(this.before.properties, this.now.properties))) {
      this.set(name, value);
    }
    this.robots();
    this.entries('obstacle', 'obstacles', writtenObstacle);
    this.entries('object', 'objects', writtenObject);
    return this.changes.size === 0 ? text : this.keyed.write(this.changes);
  }

  private set(key: string, value: Properties[string] | undefined): void {
    if (value === undefined) this.change(key, { remove: true });
    else this.change(key, { set: { value, line: escapedText(String(value)) } });
  }

  private change(key: string, change: Change): void {
    if (!('remove' in change) || this.keyed.entries.has(key)) this.changes.set(key, change);
  }

  private robots(): void {
    const robotsOf = ({ shapes }: WorldDocument): Shape[] => shapes.filter(({ kind }) => kind === 'robot');
    const [before, now] = [robotsOf(this.before), robotsOf(this.now)];
    if (isSameValue(before, now)) return;
    const isSameList = isSameValue(
      before.map(({ id }) => id),
      now.map(({ id }) => id),
    );
    // Robots after a removed one get the next lower number, with all their keys.
    const wanted = new Map<string, Written>();
    for (const [place, shape] of now.entries()) {
      const process = isSameList ? this.origins[shape.id]!.process! : place;
      for (const [key, written] of this.robotKeys(shape, process)) wanted.set(key, written);
    }
    const own = isSameList ? /^(?:bornpoint\d+|robot\.\d+\..+)$/ : /^(?:bornpoint\d+|(?:robot|process)\.\d+\..+)$/;
    for (const key of this.keyed.entries.keys()) {
      if (!own.test(key) || wanted.has(key)) continue;
      const process = Number(/\d+/.exec(key)![0]) - (key.startsWith('bornpoint') ? 1 : 0);
      // Keys of robots without a born point are left unchanged.
      if (this.origins.some((origin) => origin.process === process)) this.change(key, { remove: true });
    }
    for (const [key, written] of wanted) {
      if (!isSameValue(written.value, this.keyed.entries.get(key)?.value)) this.change(key, { set: written });
    }
    if (now.length !== before.length) {
      this.set('process.num', now.length);
      if (String(this.keyed.entries.get('bornpoint.random')?.value) === 'true' && now.length > 0) {
        this.set('bornpoint.random', false);
      }
    }
  }

  /** All keys of one robot. */
  private robotKeys(shape: Shape, process: number): Map<string, Written> {
    const { entries } = this.keyed;
    const keys = new Map<string, Written>();
    const from = this.origins[shape.id] ?? this.origins[shape.like ?? -1];
    const isCopy = this.origins[shape.id] === undefined;
    const original = from === undefined ? undefined : this.before.shapes[isCopy ? shape.like! : shape.id];
    const unchanged = (key: string): Written | undefined => {
      const value = entries.get(key)?.value;
      return value === undefined ? undefined : { value, line: textOf(value) };
    };
    if (from !== undefined) {
      for (const key of entries.keys()) {
        const [, group, rest] = new RegExp(`^(robot|process)\\.${from.process}\\.(.+)$`).exec(key) ?? [];
        if (group === undefined || (isCopy && group === 'process')) continue;
        keys.set(`${group}.${process}.${rest}`, unchanged(key)!);
      }
    }
    const isMoved = isCopy || original === undefined || original.x !== shape.x || original.y !== shape.y;
    const [x, y] = [tidy(shape.x), tidy(shape.y)];
    const place = isMoved ? { value: [x, y], line: `${x}, ${y}` } : unchanged(from!.key)!;
    keys.set(`bornpoint${process + 1}`, place);
    const set = (name: string, value: Properties[string] | undefined): void => {
      const key = `robot.${process}.${name}`;
      if (value === undefined || value === '') keys.delete(key);
      else keys.set(key, { value, line: escapedText(String(value)) });
    };
    const commonRadius = commonRadiusOf(ROBOTSIM, 'robot', this.now.properties)!;
    const usualAngle = numberOf(entries.get('robot.angle')?.value) ?? 0;
    const radius = shape.form.kind === 'disc' ? shape.form.radius : commonRadius;
    // The common radius is not repeated.
    if (keys.has(`robot.${process}.size`) || radius !== commonRadius) {
      const isSame = original?.form.kind === 'disc' && original.form.radius === radius;
      if (!isSame || !keys.has(`robot.${process}.size`)) set('size', tidy(radius));
    }
    if (shape.angle !== (original?.angle ?? usualAngle)) set('angle', tidy(shape.angle));
    for (const [name, value] of Object.entries(changedProperties(original?.properties ?? {}, shape.properties)))
      set(name, value);
    return keys;
  }

  private entries(name: string, list: string, written: (shape: Shape, was?: Members) => Written): void {
    const kinds = new Set(ROBOTSIM.kinds.filter(({ group }) => group === list).map((kind) => kind.name));
    const shapes = this.now.shapes.filter(({ kind }) => kinds.has(kind));
    const byId = new Map(shapes.map((shape) => [shape.id, shape]));
    const items: ItemChange[] = [];
    let isListChanged = false;
    const held = this.keyed.entries.get(list);
    const shapeAt = new Map(this.origins.flatMap(({ key, item }, id) => (key === list ? [[item!, id]] : [])));
    for (const was of held === undefined ? [] : itemsOf(held).keys()) {
      const id = shapeAt.get(was);
      const shape = id === undefined ? undefined : byId.get(id);
      if (id === undefined) items.push({ was });
      else if (shape === undefined) isListChanged = true;
      else if (isSameValue(shape, this.before.shapes[id])) items.push({ was });
      else {
        isListChanged = true;
        items.push({ was, set: written(shape, this.origins[id]!.members) });
      }
    }
    for (const [id, { key, item, members }] of this.origins.entries()) {
      if (item !== undefined || !new RegExp(`^${name}\\d+$`).test(key)) continue;
      const shape = byId.get(id);
      if (shape === undefined) this.change(key, { remove: true });
      else if (!isSameValue(shape, this.before.shapes[id])) this.change(key, { set: written(shape, members) });
    }
    const added = shapes.filter(({ id }) => id >= this.origins.length);
    const taken = [...this.keyed.entries.keys()].flatMap((key) => new RegExp(`^${name}(\\d+)$`).exec(key)?.[1] ?? []);
    let next = taken.map(Number).reduce((a, b) => Math.max(a, b), 0) + 1;
    const isList =
      held === undefined ? this.keyed.syntax !== 'properties' : Array.isArray(held.value) || items.length > 0;
    for (const shape of added) {
      const set = written(shape, shape.like === undefined ? undefined : this.origins[shape.like]?.members);
      if (isList) {
        isListChanged = true;
        items.push({ set });
      } else this.change(`${name}${next++}`, { set });
    }
    if (isListChanged) this.list(list, items, held);
  }

  private list(
    list: string,
    items: readonly ItemChange[],
    held: (Span & { readonly value: unknown }) | undefined,
  ): void {
    if (this.keyed.syntax !== 'properties') return this.change(list, { items });
    const before = held === undefined ? [] : itemsOf(held);
    const values = items.map(({ was, set }) => set?.value ?? before[was!]?.value);
    this.change(
      list,
      values.length === 0 ? { remove: true } : { set: { value: values, line: JSON.stringify(values) } },
    );
  }
}
