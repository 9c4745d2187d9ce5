/** `node --import kineko/register main.ts`: the comparison for 60 robots and four steps, as a table. */
import { compare, RADIUS, randomMotions } from './encounters.js';

const { contacts, rows } = compare(randomMotions(60, 900, 42), [0.1, 0.032, 0.01, 0.001]);

console.log(`60 robots, 15 minutes: ${contacts} contacts, each solved\n`);
console.log('step     missed        overlap when seen    invented if padded');
for (const { step, missed, deepest, invented } of rows) {
  const share = ((100 * missed) / contacts).toFixed(1);
  const overlap = `up to ${(100 * deepest).toFixed(1)} of ${200 * RADIUS} cm`;
  console.log(`${`${1000 * step} ms`.padEnd(9)}${`${missed} (${share} %)`.padEnd(14)}${overlap.padEnd(21)}${invented}`);
}
