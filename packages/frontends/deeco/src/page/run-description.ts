import type { TraceObject } from '@kineko/formats/trace';

/** The classes of robots and objects, from the header of a DEECo log or trace, which is untrusted. */
export function describeDeecoRun({ deeco }: TraceObject) {
  if (typeof deeco !== 'object' || deeco === null || Array.isArray(deeco)) return undefined;
  const { robots, objects } = deeco as TraceObject;
  return { robots: namesById(robots), objects: namesById(objects), isInCycles: true };
}

function namesById(list: unknown): Map<number, string> {
  const names: readonly unknown[] = Array.isArray(list) ? list : [];
  return new Map(names.flatMap((name, id) => (typeof name === 'string' ? [[id, name] as const] : [])));
}
