/** What a page is to begin with, made of what was asked for and of what lies beside the log. */
import type { Look, Opening } from '@kineko/viewer';
import type { Beside } from '../render/beside.js';
import type { AskedLook } from './looks.js';

export interface OpeningRequests {
  readonly look?: Look | undefined;
  readonly at?: number | undefined;
  readonly follow?: number | undefined;
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  readonly frameRate?: number | undefined;
}

export function openingOf(asked: AskedLook, beside: Beside | undefined, requests: OpeningRequests): Opening {
  const pictures = Object.fromEntries([...asked.pictures].map(([name, { href }]) => [name, href]));
  return {
    ...beside?.animation,
    ...defined(requests),
    look: requests.look ?? asked.look,
    pictures,
    wanted: asked.wanted.map(({ className, arg, file }) => ({
      className,
      arg,
      ...(file !== undefined && { data: Buffer.from(file).toString('base64') }),
    })),
    remarks: asked.remarks,
    ...(beside !== undefined && {
      world: { radius: beside.radius, radii: [...beside.radii], ...beside.world },
    }),
  };
}

/** What is not asked for overrules nothing. */
function defined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}
