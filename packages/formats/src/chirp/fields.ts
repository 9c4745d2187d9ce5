/** The members of one object of a world, taken one by one; what is wrong with any of them is collected. */
import { nearestName } from '../nearest.js';
import type { Place, Problem } from '../problem.js';
import type { JsonNode } from './json-tree.js';
import type { ChirpOrigin, ChirpPoint } from './world.js';

/** The geometry's domain, which lies below this package. */
const MAX_COORDINATE = 1_073_741_824;

export interface NumberRule {
  readonly least?: number;
  /** The least is not allowed itself. */
  readonly isAbove?: boolean;
  readonly most?: number;
}

const COORDINATE: NumberRule = { least: -MAX_COORDINATE, most: MAX_COORDINATE };

/** Where problems go, and where in the file they are. */
export class Complaints {
  readonly list: Problem[] = [];

  constructor(readonly placeAt: (offset: number) => Place) {}

  say(node: { readonly offset: number }, path: string, text: string): void {
    this.list.push({ severity: 'error', place: this.placeAt(node.offset), text: `${path}: ${text}` });
  }
}

export class Fields {
  private readonly wanted = new Set<string>();

  constructor(
    readonly node: JsonNode & { readonly kind: 'object' },
    readonly path: string,
    readonly complaints: Complaints,
  ) {}

  get origin(): ChirpOrigin {
    return { path: this.path, place: this.complaints.placeAt(this.node.offset) };
  }

  get(name: string): JsonNode | undefined {
    this.wanted.add(name);
    return this.node.members.get(name)?.value;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** Undefined if it is missing, or wrong, which is then among the complaints. */
  number(name: string, rule: NumberRule = {}): number | undefined {
    const node = this.get(name);
    return node === undefined ? undefined : this.numberOf(node, `${this.path}.${name}`, rule);
  }

  requiredNumber(name: string, rule?: NumberRule): number | undefined {
    this.require(name, 'a number');
    return this.number(name, rule);
  }

  text(name: string): string | undefined {
    const node = this.get(name);
    if (node === undefined || node.kind === 'text') return node?.value;
    this.wrong(node, `${this.path}.${name}`, 'a text');
    return undefined;
  }

  point(name: string): ChirpPoint | undefined {
    this.require(name, '{"x": …, "y": …}');
    const node = this.get(name);
    return node === undefined ? undefined : this.pointOf(node, `${this.path}.${name}`);
  }

  /** The items that are as they should be. */
  list<T>(name: string, what: string, read: (item: JsonNode, path: string) => T | undefined): T[] | undefined {
    const node = this.get(name);
    return node === undefined ? undefined : this.listOf(node, `${this.path}.${name}`, what, read);
  }

  listOf<T>(
    node: JsonNode,
    path: string,
    what: string,
    read: (item: JsonNode, path: string) => T | undefined,
  ): T[] | undefined {
    if (node.kind !== 'array') return this.wrong(node, path, `a list of ${what}`);
    const items = node.items.map((item, index) => read(item, `${path}[${index}]`));
    return items.filter((item) => item !== undefined);
  }

  pointOf(node: JsonNode, path: string): ChirpPoint | undefined {
    const fields = this.inside(node, path, '{"x": …, "y": …}');
    if (fields === undefined) return undefined;
    const x = fields.requiredNumber('x', COORDINATE);
    const y = fields.requiredNumber('y', COORDINATE);
    fields.refuseOthers();
    return x === undefined || y === undefined ? undefined : { x, y };
  }

  /** The members of an object inside. */
  inside(node: JsonNode, path: string, what: string): Fields | undefined {
    if (node.kind === 'object') return new Fields(node, path, this.complaints);
    return this.wrong(node, path, what);
  }

  require(name: string, what: string): void {
    if (!this.has(name)) this.complaints.say(this.node, this.path, `there is no "${name}": ${what} is needed`);
  }

  wrong(node: JsonNode, path: string, right: string): undefined {
    this.complaints.say(node, path, `this is ${shown(node)}: ${right} is right`);
  }

  /** What nobody has asked for is a slip: it would have no effect. */
  refuseOthers(): void {
    for (const [name, member] of this.node.members) {
      if (this.wanted.has(name)) continue;
      const meant = nearestName(name, this.wanted);
      const right = meant === undefined ? `known are ${[...this.wanted].join(', ')}` : `did you mean "${meant}"?`;
      this.complaints.say(member, this.path, `there is no such member as "${name}"; ${right}`);
    }
  }

  private numberOf(node: JsonNode, path: string, rule: NumberRule): number | undefined {
    const { least = -Infinity, most = Infinity, isAbove = false } = rule;
    if (node.kind !== 'number') return this.wrong(node, path, 'a number');
    const { value } = node;
    if (value <= most && (isAbove ? value > least : value >= least)) return value;
    const bounds = [
      ...(least > -Infinity ? [isAbove ? `above ${least}` : `${least} or more`] : []),
      ...(most < Infinity ? [`at most ${most}`] : []),
    ];
    return this.wrong(node, path, `a number, ${bounds.join(' and ')},`);
  }
}

export function shown(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'a list';
    case 'text':
      return node.value.length > 40 ? 'a text' : JSON.stringify(node.value);
    case 'null':
      return 'null';
    case 'number':
    case 'boolean':
      return String(node.value);
  }
}
