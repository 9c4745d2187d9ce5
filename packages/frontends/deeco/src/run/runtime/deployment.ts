/**
 * All tasks of a run in the order of deployment, which decides within a millisecond: the robots' processes; each ensemble on
 * each robot; object by object its processes and its ensembles; the coordinator likewise; at last the ensembles of the
 * framework on everybody. The playground itself leaves that order to chance.
 */
import type { Component } from './component.js';
import { partnersOf } from './partners.js';
import {
  type DeployedEnsemble,
  ensembleTask,
  type KnowledgeOf,
  LIVE_KNOWLEDGE,
  type OnFailure,
  processTask,
  type Task,
} from './tasks.js';

export interface Deployment {
  readonly robots: readonly Component[];
  readonly objects: readonly Component[];
  readonly coordinator: Component;
  /** Of the scenario. */
  readonly ensembles: readonly DeployedEnsemble[];
  /** Of the framework. */
  readonly ownEnsembles: readonly DeployedEnsemble[];
}

/** `knowledgeOf` is for the scenario's own ensembles; those of the framework know everything. */
export function tasksOf(
  deployment: Deployment,
  onFailure: OnFailure,
  knowledgeOf: KnowledgeOf = LIVE_KNOWLEDGE,
): Task[] {
  const { robots, objects, coordinator, ensembles, ownEnsembles } = deployment;
  const everybody = [...robots, ...objects, coordinator];
  const all = [...ensembles, ...ownEnsembles].map(({ ensemble }) => ensemble);
  const processes = (owner: Component): Task[] =>
    owner.processes.toSorted(byName).map((process) => processTask(owner, process, onFailure));
  const shareIn = (deployed: DeployedEnsemble, known: KnowledgeOf): ((owner: Component) => Task) => {
    const partners = partnersOf(deployed.ensemble, everybody, all);
    return (owner) => ensembleTask(owner, deployed, partners(owner), known, onFailure);
  };
  const shares = ensembles.map((ensemble) => shareIn(ensemble, knowledgeOf));
  return [
    ...robots.flatMap(processes),
    ...shares.flatMap((share) => robots.map(share)),
    ...[...objects, coordinator].flatMap((owner) => [...processes(owner), ...shares.map((share) => share(owner))]),
    ...ownEnsembles.flatMap((ensemble) => everybody.map(shareIn(ensemble, LIVE_KNOWLEDGE))),
  ];
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}
