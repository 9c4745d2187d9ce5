/**
 * All tasks of a run in the order of deployment, which decides within a millisecond: the robots' processes; each ensemble on
 * each robot; object by object its processes and its ensembles; the coordinator likewise; at last the ensembles of the
 * framework on everybody. The playground itself leaves that order to chance.
 */
import { type Component, type DeployedEnsemble, ensembleTask, type KnowledgeOf, LIVE_KNOWLEDGE, type OnFailure, processTask, type Task } from './tasks.js';
import type { AnyEnsemble } from './ensemble.js';

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

/** In the order of `everybody`; may have the component itself, and others whom membership still decides about. */
export function partnersOf(
  { roles }: AnyEnsemble,
  everybody: readonly Component[],
  ensembles: readonly AnyEnsemble[],
): (owner: Component) => readonly Component[] {
  const learnt = namesWritten(ensembles);
  const mayKnow = (component: Component, names: readonly string[]): boolean =>
    names.every((name) => component.knowledge.has([name]) || learnt.has(name) || writes(component, name));
  const coords = new Set(everybody.filter((component) => mayKnow(component, roles.coord)));
  const members = new Set(everybody.filter((component) => mayKnow(component, roles.member)));
  const either = everybody.filter((component) => coords.has(component) || members.has(component));
  const [coordList, memberList] = [[...coords], [...members]];
  return (owner) => {
    if (coords.has(owner)) return members.has(owner) ? either : memberList;
    return members.has(owner) ? coordList : [];
  };
}

/** By ensembles, for whoever is in them. */
function namesWritten(ensembles: readonly AnyEnsemble[]): ReadonlySet<string> {
  return new Set(
    ensembles.flatMap(({ exchanged }) => [...(exchanged.coord?.out ?? []), ...(exchanged.member?.out ?? [])]),
  );
}

function writes({ processes }: Component, name: string): boolean {
  return processes.some(({ knowledge }) => knowledge.out?.includes(name) === true);
}
