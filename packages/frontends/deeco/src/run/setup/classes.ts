/** The classes that a scenario names, found in the registry; what is wrong with them. */
import { InputError, type Place, type Problem } from '@kineko/formats/problem';
import type { Placed, ScenarioFile } from '../../format/scenario/scenario.js';
import type { Kind, Kinds, Registry } from '../registry/registry.js';
import type { Schedule } from '../runtime/process.js';

export interface Classes {
  readonly robots: readonly Kinds['robot'][];
  readonly objects: readonly Kinds['object'][];
  readonly ensembles: readonly Kinds['ensemble'][];
  readonly sensors: readonly Kinds['sensor'][];
}

export function classesOf(file: ScenarioFile, registry: Registry, problems: Problem[]): Classes {
  function found<K extends Kind>(kind: K, names: readonly Placed<string>[]): Kinds[K][] {
    return names.flatMap(({ value, place }) => {
      const answer = registry.find(kind, value);
      if ('create' in answer) return [answer.create];
      problems.push({ severity: 'error', place, text: answer.problem });
      return [];
    });
  }
  const classes = {
    robots: found(
      'robot',
      file.robots.map(({ className }) => className),
    ),
    ensembles: found(
      'ensemble',
      file.ensembles.map(({ className }) => className),
    ),
    sensors: found(
      'sensor',
      file.sensors.map(({ processor }) => processor),
    ),
    objects: found(
      'object',
      file.objects.map(({ className }) => className),
    ),
  };
  problems.push(...aliasProblems(file, classes.ensembles));
  return classes;
}

/** Two names may be of one class, which can be deployed once. */
function aliasProblems(file: ScenarioFile, ensembles: Classes['ensembles']): Problem[] {
  if (ensembles.length !== file.ensembles.length) return [];
  return file.ensembles.flatMap(({ className }, i): Problem[] => {
    const first = ensembles.indexOf(ensembles[i]!);
    if (first === i) return [];
    const other = file.ensembles[first]!.className;
    const text = `is the ensemble of line ${other.place.line} under another name (${other.value}); allowed is one`;
    return [{ severity: 'error', place: className.place, text }];
  });
}

/** What authors' classes declare, as far as no compiler has looked at it: a plugin may be plain JavaScript. */
export function checkProcesses(processes: unknown, className: string, place: Place): void {
  if (!Array.isArray(processes) || !processes.every(isProcess)) {
    throw refusal(place, `${className} has no list of processes; right would be a static one, of what process() makes`);
  }
  for (const process of processes) checkSchedule(process, `${className}.${process.name}`, place);
}

function isProcess(value: unknown): value is Schedule & { readonly name: string } {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}

/** Of an ensemble: `roles` has the names for both sides, `exchanged` may have them. */
export function checkNames(
  { roles, exchanged }: { readonly roles?: unknown; readonly exchanged?: unknown },
  who: string,
  place: Place,
): void {
  const { coord, member } = (roles ?? {}) as { readonly coord?: unknown; readonly member?: unknown };
  const wrong: string[] = [];
  if (!(Array.isArray(coord) && Array.isArray(member)))
    wrong.push('no roles, where { coord: […], member: […] } would be right');
  if (typeof exchanged !== 'object' || exchanged === null)
    wrong.push('nothing exchanged, where { coord: { in: […] }, member: { inout: […] } } would be right');
  if (wrong.length > 0) throw refusal(place, `${who} has ${wrong.join(', and ')}`);
}

/** Milliseconds are whole: what falls between them would never come. */
export function checkSchedule({ period = 1, offset = 0, order = 0 }: Schedule, who: string, place: Place): void {
  const wrong: string[] = [];
  if (!(Number.isSafeInteger(period) && period >= 1))
    wrong.push(`a period of ${period} ms, where 1, 2 … would be right`);
  if (!(Number.isSafeInteger(offset) && offset >= 0))
    wrong.push(`an offset of ${offset} ms, where 0, 1 … would be right`);
  if (!Number.isFinite(order)) wrong.push(`an order of ${order}, where a number would be right`);
  if (wrong.length > 0) throw refusal(place, `${who} has ${wrong.join(', and ')}`);
}

function refusal(place: Place, text: string): InputError {
  return new InputError([{ severity: 'error', place, text }]);
}
