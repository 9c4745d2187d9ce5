/** Reads an assignment, and checks its properties and its scenario. */
import { expected, InputError, inputError, type Problem } from '@kineko/formats/problem';
import { findFrontEnd, type Host, type Source, textOf } from '@kineko/run';
import { NodeHost, readSource } from '@kineko/run/node';
import { type Assignment, readAssignment } from '../grading/assignment.js';
import { PropertyError } from '../properties/read-property.js';
import type { ScenarioRequest } from '../requests.js';
import { readProperties } from './lab-worker.js';
import { scenarioOf } from './lab-files.js';
import { type LabSite, Opening } from './opening.js';

export type Exports = Readonly<Record<string, unknown>>;

/** Name of the student's file in scenarios, so that verdicts do not reveal the real one. */
export const SUBMISSION = './submission.ts';

/** Keys that name an algorithm: only algorithms can run outside the engine. */
const ALGORITHM_KEY = /^(?:robot\.(?:\d+\.)?)?algorithm$/;

export interface PreparedAssignment {
  readonly assignment: Assignment;
  readonly scenario: ScenarioRequest;
  readonly warnings: readonly Problem[];
}

/** Throws an `InputError` with all problems, before anything is run. */
export async function prepareAssignment(
  path: string,
  site: LabSite,
  host: Host = new NodeHost({ base: site.base }),
): Promise<PreparedAssignment> {
  const assignment = await readAssignment(path, textOf((await readSource(path)).bytes));
  const opening = new Opening(site, host);
  const { algorithm, set } = assignment;
  const problems: Problem[] = [];
  if (!ALGORITHM_KEY.test(algorithm)) {
    const what = 'robot.algorithm, or robot.3.algorithm for one robot';
    const place = assignment.placeOf(['algorithm']);
    problems.push({ severity: 'error', place, text: `algorithm: ${expected(what, algorithm)}` });
  }
  for (const [index, { property }] of assignment.tasks.entries()) {
    try {
      await readProperties([property], path, opening);
    } catch (error) {
      const place = assignment.placeOf(['tasks', index, 'property']);
      if (error instanceof PropertyError) problems.push({ severity: 'error', place, text: error.message });
      else if (error instanceof InputError) problems.push(...error.problems.map((each) => ({ place, ...each })));
      else throw error;
    }
  }
  const scenario: ScenarioRequest = {
    path: await scenarioOf(path, assignment.scenario, assignment.placeOf(['scenario'])),
    settings: [...set, [algorithm, SUBMISSION]],
    environment: {},
  };
  problems.push(...(await scenarioProblems(scenario, site, host)));
  if (hasErrors(problems)) throw new InputError(problems);
  return { assignment, scenario, warnings: problems };
}

/** The scenario must be valid for one kind of algorithm. */
async function scenarioProblems(scenario: ScenarioRequest, site: LabSite, host: Host): Promise<readonly Problem[]> {
  const frontEnd = findFrontEnd(await readSource(scenario.path), site.frontEnds);
  const submissions = await frontEnd.submissions?.();
  if (submissions === undefined) throw inputError(`${frontEnd.title} cannot be graded`, scenario.path);
  let first: readonly Problem[] | undefined;
  for (const exports of submissions) {
    const opening = new Opening(site, new SubmissionHost(host, SUBMISSION, exports));
    const problems = await (await opening.load(scenario)).problems();
    if (!hasErrors(problems)) return problems;
    first ??= problems;
  }
  return first ?? [];
}

function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Resolves the name of a submission to given exports. */
export class SubmissionHost implements Host {
  constructor(
    private readonly inner: Host,
    private readonly name: string,
    private readonly exports: Exports,
  ) {}

  readBytes(path: string, from: Source): Promise<Uint8Array> {
    return this.inner.readBytes(path, from);
  }

  loadModule(path: string, from: Source): Promise<Exports> {
    return path === this.name ? Promise.resolve(this.exports) : this.inner.loadModule(path, from);
  }
}
