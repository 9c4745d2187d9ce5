/** With whom a component may ever be in an ensemble: in a large world nearly everybody else can be left out at once. */
import type { Component } from './component.js';
import type { AnyEnsemble } from './ensemble.js';

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
