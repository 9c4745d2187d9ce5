/**
 * Covers: LookComputeMove, lights, midpoint.
 * Scenario: two robots with two colours meet under a semi-synchronous scheduler (after Viglietta, Rendezvous of two robots
 * with visible bits, 2013).
 */
import { type Decision, type LcmSnapshot, LookComputeMove, midpoint, ORIGIN } from 'kineko';

type Colour = 'black' | 'white';

export class TwoColours extends LookComputeMove<Colour> {
  static override readonly lights = ['black', 'white'];

  protected override compute({ light, others: [other] }: LcmSnapshot<Colour>): Decision<Colour> {
    // Together.
    if (other === undefined) return {};
    if (light === 'black') return { light: other.light === 'black' ? 'white' : 'black' };
    return other.light === 'black' ? { destination: other } : { destination: midpoint(ORIGIN, other), light: 'black' };
  }
}
