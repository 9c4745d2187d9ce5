/** Random small plans in every format, against an independent referee by fractions. */
import { test } from '@jest/globals';
import { COMPARISONS } from './oracle-cases.js';

test.each(Object.entries(COMPARISONS))('%s: the audit agrees with fractions', (_, compare) => compare(1, 10));
