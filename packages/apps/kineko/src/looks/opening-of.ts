/** The initial state of a page, from the flags and from the folder of the run. */
import type { Look, Opening } from '@kineko/viewer';
import type { RunFacts } from '../render/run-facts.js';
import type { RequestedLook } from './requested-look.js';

export interface OpeningRequests {
  readonly look?: Look | undefined;
  readonly at?: number | undefined;
  readonly follow?: number | undefined;
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}

export function openingOf(requested: RequestedLook, facts: RunFacts | undefined, requests: OpeningRequests): Opening {
  const pictures = Object.fromEntries([...requested.pictures].map(([name, { href }]) => [name, href]));
  return {
    ...facts?.animation,
    ...defined(requests),
    look: requests.look ?? requested.look,
    pictures,
    wanted: requested.wanted.map(({ className, arg, file }) => ({
      className,
      arg,
      ...(file !== undefined && { data: Buffer.from(file).toString('base64') }),
    })),
    remarks: requested.remarks,
    ...(facts !== undefined && {
      world: { radius: facts.radius, radii: [...facts.radii], ...facts.world },
    }),
  };
}

/** Without undefined values, which would override others. */
function defined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}
