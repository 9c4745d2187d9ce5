/** Random small plans in every format, against an independent referee by fractions. */
import { expect, test } from '@jest/globals';
import { COMPARISONS } from './oracle-cases.js';

test.each(Object.entries(COMPARISONS))('%s: the audit agrees with fractions', async (_, compare) => {
  await expect(compare(1, 10)).resolves.toBeUndefined();
});
