import type { Coordinator } from '../../environment/coordinator.js';
import { Ensemble } from '../../runtime/ensemble.js';

type Told = Pick<Coordinator, 'status' | 'cycle'>;

/** Has the number of the cycle for a status. */
export class StatusCycleUpdate extends Ensemble<Told> {
  readonly roles = { coord: ['status', 'cycle'], member: [] } as const;
  readonly exchanged = { coord: { in: ['cycle'], out: ['status'] } } as const;

  membership(): boolean {
    return true;
  }

  exchange(coord: Told): void {
    coord.status = `CYCLE: ${coord.cycle}`;
  }
}
