/** All names that files can use, by kind: those of front ends and of the lab. */
import { labCatalogs } from '@kineko/lab';
import type { NameCatalog } from '@kineko/run';
import { FRONT_ENDS } from './front-ends.js';

/** In the order in which they are listed. */
export async function allCatalogs(): Promise<readonly NameCatalog[]> {
  const ofFrontEnds = await Promise.all(FRONT_ENDS.map(async (frontEnd) => (await frontEnd.catalogs?.()) ?? []));
  const byKind = new Map<string, NameCatalog>();
  for (const catalog of [...ofFrontEnds.flat(), ...labCatalogs()]) {
    const known = byKind.get(catalog.kind);
    byKind.set(
      catalog.kind,
      known === undefined ? catalog : { ...known, groups: [...known.groups, ...catalog.groups] },
    );
  }
  return [...byKind.values()];
}
