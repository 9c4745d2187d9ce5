/** The classes that a scenario names, found in the registry; what is wrong with them. */
import type { Problem } from '@kineko/formats/problem';
import type { Placed, ScenarioFile } from '../../format/scenario/scenario.js';
import type { Kind, Kinds, Registry } from '../registry/registry.js';

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
