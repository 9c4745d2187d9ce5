/** Finds the classes that a scenario names in the registry, and checks what authors' classes declare. */
import { expected, InputError, type Place, type Problem, shown } from '@kineko/formats/problem';
import type { Placed, ScenarioFile } from '../../format/scenario/scenario.js';
import type { ClassKind, Kinds, Registry } from '../registry/registry.js';
import type { Schedule } from '../runtime/process.js';

export interface Classes {
  readonly robots: readonly Kinds['robot'][];
  readonly objects: readonly Kinds['object'][];
  readonly ensembles: readonly Kinds['ensemble'][];
  readonly sensors: readonly Kinds['sensor'][];
}

export function classesOf(file: ScenarioFile, registry: Registry, problems: Problem[]): Classes {
  function found<K extends ClassKind>(kind: K, names: readonly Placed<string>[]): Kinds[K][] {
    return names.flatMap(({ value, place }) => {
      const answer = registry.find(kind, value);
      if ('create' in answer) return [answer.create];
      problems.push({ severity: 'error', place, text: answer.problem });
      return [];
    });
  }
  const named = ({ className }: { readonly className: Placed<string> }): Placed<string> => className;
  const classes = {
    robots: found('robot', file.robots.map(named)),
    ensembles: found('ensemble', file.ensembles.map(named)),
    sensors: found(
      'sensor',
      file.sensors.map(({ processor }) => processor),
    ),
    objects: found('object', file.objects.map(named)),
  };
  problems.push(...aliasProblems(file, classes.ensembles));
  return classes;
}

/** A class may be named twice, under different names, but can be deployed only once. */
function aliasProblems(file: ScenarioFile, ensembles: Classes['ensembles']): Problem[] {
  if (ensembles.length !== file.ensembles.length) return [];
  return file.ensembles.flatMap(({ className }, i): Problem[] => {
    const first = ensembles.indexOf(ensembles[i]!);
    if (first === i) return [];
    const other = file.ensembles[first]!.className;
    const text = `duplicate ensemble: the same class is in line ${other.place.line} as ${shown(other.value)}`;
    return [{ severity: 'error', place: className.place, text }];
  });
}

export function checkProcesses(processes: unknown, className: string, place: Place): void {
  if (!Array.isArray(processes) || !processes.every(isProcess)) {
    throw refusal(place, `${className}.processes: expected a static array of processes made by process()`);
  }
  for (const process of processes) checkSchedule(process, `${className}.${process.name}`, place);
}

function isProcess(value: unknown): value is Schedule & { readonly name: string } {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}

/** Checks that an ensemble has `roles` for both sides, and `exchanged`. A plugin may be plain JavaScript. */
export function checkNames(
  { roles, exchanged }: { readonly roles?: unknown; readonly exchanged?: unknown },
  className: string,
  place: Place,
): void {
  const { coord, member } = (roles ?? {}) as { readonly coord?: unknown; readonly member?: unknown };
  const problems: string[] = [];
  if (!(Array.isArray(coord) && Array.isArray(member))) problems.push('roles: expected { coord: […], member: […] }');
  if (typeof exchanged !== 'object' || exchanged === null)
    problems.push('exchanged: expected { coord: { in: […] }, member: { inout: […] } }');
  if (problems.length > 0) throw refusal(place, `${className}: ${problems.join('; ')}`);
}

/** Times are integers: between two milliseconds nothing runs. */
export function checkSchedule({ period = 1, offset = 0, order = 0 }: Schedule, name: string, place: Place): void {
  const problems: string[] = [];
  if (!(Number.isSafeInteger(period) && period >= 1))
    problems.push(`period: ${expected('an integer from 1 on (ms)', period)}`);
  if (!(Number.isSafeInteger(offset) && offset >= 0))
    problems.push(`offset: ${expected('an integer from 0 on (ms)', offset)}`);
  if (!Number.isFinite(order)) problems.push(`order: ${expected('a number', order)}`);
  if (problems.length > 0) throw refusal(place, `${name}: ${problems.join('; ')}`);
}

export function refusal(place: Place, text: string): InputError {
  return new InputError([{ severity: 'error', place, text }]);
}
