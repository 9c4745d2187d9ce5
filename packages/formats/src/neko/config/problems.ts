/** All that is wrong with a configuration, at once. */
import { describePlace, type Place, type Problem } from '../../problem.js';
import { CHECKS } from './checks/checks.js';
import { classIn } from './checks/class-names.js';
import type { Given } from './given.js';
import type { GivenValues } from './given-values.js';
import { nearestKey } from './keys/nearest-key.js';
import { MAX_SUGGESTIONS, REFUSED_NAMES } from './limits.js';
import { quoted } from './raw.js';
import type { EntryList } from './structured.js';
import type { ConfigView } from './view.js';

interface Examined {
  readonly config: ConfigView;
  readonly given: GivenValues;
  /** Of who read the files. */
  readonly reading: readonly Problem[];
  /** Undefined if it has not been read. */
  readonly listOf: (given: Given) => EntryList | undefined;
  readonly strict: boolean;
}

export function problemsOf({ config, given, reading, listOf, strict }: Examined): Problem[] {
  const problems: Problem[] = [...reading];
  const say = (severity: Problem['severity'], place: Place | undefined, text: string): void =>
    void problems.push({ severity, place, text });

  const unknown = given.all.filter((each) => each.known === undefined && !given.isClassSetting(each.key));
  for (const [index, { key, place }] of unknown.entries()) {
    const isRefused = key.split('.').some((step) => REFUSED_NAMES.includes(step));
    const meant = index < MAX_SUGGESTIONS && !isRefused ? nearestKey(key) : undefined;
    say(isRefused || strict ? 'error' : 'warning', place, describeUnknown(key, isRefused, meant));
  }
  for (const each of given.all) problems.push(...problemsOfNames(each, given));
  for (const each of given.winners.values()) problems.push(...problemsOfValue(each, listOf));
  for (const check of CHECKS) check(config, say);
  return inOrder(problems);
}

function describeUnknown(key: string, isRefused: boolean, meant: string | undefined): string {
  if (isRefused) return `the key ${quoted(key)} is refused`;
  if (meant !== undefined) return `there is no key ${quoted(key)}: ${meant} may be meant`;
  const className = classIn(key);
  if (className !== undefined) return `there is no key ${quoted(key)}, and no class ${quoted(className)} is named`;
  return `there is no key ${quoted(key)}: it has no effect; what authors invent is called parameter.…`;
}

/** Of names that are known and should have been others. */
function problemsOfNames({ key, known, place, origin }: Given, { winners, all }: GivenValues): Problem[] {
  if (known === undefined) return [];
  const { row } = known;
  if (known.pattern === 'include') {
    const text = 'include works in files only: no file is read because of it';
    return origin.kind === 'file' ? [] : [{ severity: 'error', place, text }];
  }
  if (row.aliasOf === undefined) return [];
  const problems: Problem[] = [];
  if (row.mend)
    problems.push({ severity: 'warning', place, text: `${key} is read as ${row.aliasOf}, which is its name` });
  const twin =
    winners.has(row.aliasOf) && all.find((each) => each.key === row.aliasOf && each.place.file === place.file);
  if (twin) {
    const text = `${key} and ${row.aliasOf} (${describePlace(twin.place)}) are the same: give one of them`;
    problems.push({ severity: 'error', place, text });
  }
  return problems;
}

function problemsOfValue(given: Given, listOf: Examined['listOf']): readonly Problem[] {
  const { key, known, place, origin, isNothing, problems } = given;
  const { row } = known!;
  if (isNothing) {
    const text = `${key} has no value: it is left out`;
    return origin.kind === 'file' ? [{ severity: 'warning', place, text }] : [];
  }
  if (row.type === 'entries') {
    const notRead: Problem = { severity: 'error', place, text: `what ${key} names has not been read` };
    return listOf(given)?.problems ?? [notRead];
  }
  if (row.effect !== 'lost') return problems;
  return [...problems, { severity: 'warning', place, text: `${key} has no effect here: ${row.doc}` }];
}

/** By file, in the order in which they come up first, then by line; what has no place is last. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const files = new Map<string, number>();
  for (const { place } of problems) if (place && !files.has(place.file)) files.set(place.file, files.size);
  const rank = ({ place }: Problem): readonly number[] =>
    place === undefined ? [files.size, 0, 0] : [files.get(place.file)!, place.line ?? 0, place.column ?? 0];
  const ranked = problems.map((problem) => ({ problem, rank: rank(problem) }));
  ranked.sort((a, b) => a.rank[0]! - b.rank[0]! || a.rank[1]! - b.rank[1]! || a.rank[2]! - b.rank[2]!);
  return ranked.map(({ problem }) => problem);
}
