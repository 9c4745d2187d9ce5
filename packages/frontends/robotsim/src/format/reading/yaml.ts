/** Reads YAML, and JSON as a part of it, as values with their positions. The parser is loaded on first use. */
import { inputError, InputError, type Place, shown } from '@kineko/formats/problem';
import { composed, MAX_DEPTH, MAX_NODES, MAX_SYNTAX_PROBLEMS, REFUSED_KEYS } from '@kineko/formats/text';
import type { Raw, RawEntry, ValueReader } from '@kineko/run/settings';
import type * as YamlLibrary from 'yaml';
import type { Alias, Node, Pair } from 'yaml';

type Yaml = typeof YamlLibrary;

/** Undefined if the text is empty or invalid. */
export async function readYaml(
  text: string,
  placeAt: (offset: number) => Place,
  complain: ValueReader['complain'],
): Promise<Raw | undefined> {
  const yaml = await import('yaml');
  try {
    const document = composed(yaml, text, placeAt, 'failsafe');
    const { errors, warnings } = document;
    for (const { message, pos } of errors.slice(0, MAX_SYNTAX_PROBLEMS)) complain(placeAt(pos[0]), message);
    for (const { message, pos } of warnings.slice(0, MAX_SYNTAX_PROBLEMS)) complain(placeAt(pos[0]), message);
    if (errors.length > 0 || document.contents === null) return undefined;
    return new Tree(yaml, placeAt, complain).valueOf(document.contents, 0);
  } catch (failure) {
    // An error of the parser is a problem of the file, not of the caller.
    if (!(failure instanceof InputError))
      complain(placeAt(0), failure instanceof Error ? failure.message : String(failure));
    else for (const { place, text: why } of failure.problems) complain(place!, why);
    return undefined;
  }
}

/** Converts nodes of the library to our values. */
class Tree {
  /** By name, in reading order: an alias refers to the last anchor before it. */
  private readonly anchors = new Map<string, Node>();
  private nodes = 0;

  constructor(
    private readonly yaml: Yaml,
    private readonly placeAt: (offset: number) => Place,
    private readonly complain: ValueReader['complain'],
  ) {}

  valueOf(node: unknown, depth: number): Raw | undefined {
    const { isAlias, isMap, isScalar, isSeq } = this.yaml;
    const place = this.placeOf(node);
    if (++this.nodes > MAX_NODES)
      throw inputError(`expected at most ${MAX_NODES} values, with aliases expanded`, place);
    if (depth > MAX_DEPTH) throw inputError(`expected at most ${MAX_DEPTH} nested levels`, place);
    if (isAlias(node)) return this.ofAlias(node, depth);
    // The anchor is stored before its contents are read, since they may refer to it; the depth limit ends such a cycle.
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined)
      this.anchors.set(node.anchor, node);
    if (isMap(node)) return { kind: 'map', members: this.membersOf(node.items, depth), place };
    if (isSeq(node)) {
      const items = node.items.map((item) => this.valueOf(item, depth + 1));
      return { kind: 'list', items: items.filter((item) => item !== undefined), place };
    }
    if (!isScalar(node)) return nothing(place);
    const text = typeof node.value === 'string' ? node.value : '';
    const isQuoted = node.type !== 'PLAIN';
    return { kind: 'scalar', text: !isQuoted && isNull(text) ? '' : text, isQuoted, place };
  }

  private ofAlias(alias: Alias, depth: number): Raw | undefined {
    const node = this.anchors.get(alias.source);
    if (node !== undefined) return this.valueOf(node, depth + 1);
    this.complain(this.placeOf(alias), `unknown alias *${alias.source}: there is no &${alias.source} before it`);
    return undefined;
  }

  private membersOf(pairs: readonly Pair[], depth: number): RawEntry[] {
    const seen = new Map<string, Place>();
    return pairs.flatMap((pair): RawEntry[] => {
      const key = this.valueOf(pair.key, depth + 1);
      if (key === undefined) return [];
      const { place } = key;
      const value = pair.value === null ? nothing(place) : this.valueOf(pair.value, depth + 1);
      if (value === undefined) return [];
      if (key.kind !== 'scalar' || key.text === '') this.complain(place, 'expected a key that is a text and not empty');
      else if (REFUSED_KEYS.includes(key.text)) this.complain(place, `the key ${shown(key.text)} is refused`);
      else if (key.text === '<<' && !key.isQuoted)
        this.complain(place, '<< is not supported: write the keys, or include a file');
      else {
        const before = seen.get(key.text);
        if (before === undefined) {
          seen.set(key.text, place);
          return [{ key: key.text, place, value }];
        }
        this.complain(place, `the key ${shown(key.text)} was already given on line ${before.line}`);
      }
      return [];
    });
  }

  private placeOf(node: unknown): Place {
    const range = (node as Node | null)?.range;
    return this.placeAt(range?.[0] ?? 0);
  }
}

function nothing(place: Place): Raw {
  return { kind: 'scalar', text: '', isQuoted: false, place };
}

function isNull(text: string): boolean {
  return text === '' || text === '~' || text === 'null' || text === 'Null' || text === 'NULL';
}
