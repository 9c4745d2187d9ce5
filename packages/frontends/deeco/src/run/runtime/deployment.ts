/**
 * All tasks of a run in the order of deployment, which decides their order within a millisecond: the robots' processes; each
 * ensemble on each robot; the processes and ensembles of each object, then of the coordinator; finally the framework's ensembles
 * on all components. The playground itself leaves that order undefined.
 */
import {
  type Component,
  type DeployedEnsemble,
  ensembleTask,
  type KnowledgeOf,
  LIVE_KNOWLEDGE,
  type OnFailure,
  processTask,
  type Task,
} from './tasks.js';
import type { AnyEnsemble } from './ensemble.js';

export interface Deployment {
  readonly robots: readonly Component[];
  readonly objects: readonly Component[];
  readonly coordinator: Component;
  /** Ensembles of the scenario. */
  readonly ensembles: readonly DeployedEnsemble[];
  /** Ensembles of the framework. */
  readonly ownEnsembles: readonly DeployedEnsemble[];
}

/** `knowledgeOf` is for the scenario's ensembles; those of the framework always use current knowledge. */
export function tasksOf(
  deployment: Deployment,
  onFailure: OnFailure,
  knowledgeOf: KnowledgeOf = LIVE_KNOWLEDGE,
): Task[] {
  const { robots, objects, coordinator, ensembles, ownEnsembles } = deployment;
  const components = [...robots, ...objects, coordinator];
  const all = [...ensembles, ...ownEnsembles].map(({ ensemble }) => ensemble);
  const processes = (owner: Component): Task[] =>
    owner.processes.toSorted(byName).map((process) => processTask(owner, process, onFailure));
  const shareIn = (deployed: DeployedEnsemble, known: KnowledgeOf): ((owner: Component) => Task) => {
    const partners = partnersOf(deployed.ensemble, components, all);
    return (owner) => ensembleTask(owner, deployed, partners(owner), known, onFailure);
  };
  const shares = ensembles.map((ensemble) => shareIn(ensemble, knowledgeOf));
  return [
    ...robots.flatMap(processes),
    ...shares.flatMap((share) => robots.map(share)),
    ...[...objects, coordinator].flatMap((owner) => [...processes(owner), ...shares.map((share) => share(owner))]),
    ...ownEnsembles.flatMap((ensemble) => components.map(shareIn(ensemble, LIVE_KNOWLEDGE))),
  ];
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}

/**
 * The components that could ever form an ensemble with an owner, in the order of `components`: in a large world this excludes
 * nearly all pairs at once. May include the owner, and components that `membership` rejects later.
 */
function partnersOf(
  { roles }: AnyEnsemble,
  components: readonly Component[],
  ensembles: readonly AnyEnsemble[],
): (owner: Component) => readonly Component[] {
  const learnt = namesWritten(ensembles);
  const mayKnow = (component: Component, names: readonly string[]): boolean =>
    names.every((name) => component.knowledge.has([name]) || learnt.has(name) || writes(component, name));
  const coords = new Set(components.filter((component) => mayKnow(component, roles.coord)));
  const members = new Set(components.filter((component) => mayKnow(component, roles.member)));
  const either = components.filter((component) => coords.has(component) || members.has(component));
  const [coordList, memberList] = [[...coords], [...members]];
  return (owner) => {
    if (coords.has(owner)) return members.has(owner) ? either : memberList;
    return members.has(owner) ? coordList : [];
  };
}

/** Names that ensembles write. */
function namesWritten(ensembles: readonly AnyEnsemble[]): ReadonlySet<string> {
  return new Set(
    ensembles.flatMap(({ exchanged }) => [...(exchanged.coord?.out ?? []), ...(exchanged.member?.out ?? [])]),
  );
}

function writes({ processes }: Component, name: string): boolean {
  return processes.some(({ knowledge }) => knowledge.out?.includes(name) === true);
}
