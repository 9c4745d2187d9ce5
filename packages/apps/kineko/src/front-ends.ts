/** The list of front ends. */
import { chirpFrontEnd } from '@kineko/chirp/front-end';
import { crsimFrontEnd } from '@kineko/crsim/front-end';
import { deecoFrontEnd } from '@kineko/deeco/front-end';
import type { LabFrontEnd } from '@kineko/lab';
import { lcmFrontEnd } from '@kineko/lcm/front-end';
import { plansFrontEnd } from '@kineko/plans/front-end';
import { robotsimFrontEnd } from '@kineko/robotsim/front-end';
import type { LogFormat } from '@kineko/run';
import type { CliFrontEnd } from '@kineko/run/console';
import type { ViewerFrontEnd } from '@kineko/viewer';

/** A front end with its parts for the command line, the lab and the viewer. */
export interface KinekoFrontEnd extends CliFrontEnd, LabFrontEnd, ViewerFrontEnd {}

/** Declarations only: the code of a front end is loaded when a file needs it. */
export const FRONT_ENDS: readonly KinekoFrontEnd[] = [
  robotsimFrontEnd(async () => (await import('@kineko/lcm')).lcmAlgorithms()),
  lcmFrontEnd,
  deecoFrontEnd,
  crsimFrontEnd,
  chirpFrontEnd,
  plansFrontEnd,
];

export const LOG_FORMATS: readonly LogFormat[] = FRONT_ENDS.flatMap(({ log }) => log ?? []);

/** The front end of a scenario that was loaded. */
export function frontEndNamed(name: string): KinekoFrontEnd {
  return FRONT_ENDS.find((each) => each.name === name)!;
}
