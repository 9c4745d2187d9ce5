/**
 * An author's motion module: a robot drives an eight, a circle to the left and then one to the right.
 *
 * The module only plans: given the pose and the time at which the motion starts, it returns legs, each of which starts where
 * the previous one ends. The engine ends the motion at a contact.
 */
import { arcLeg, MotionError, type MotionModule, type MotionRequest, poseAt } from 'kineko';

export interface FigureEightRequest extends MotionRequest {
  readonly kind: 'figureEight';
  /** Radius of each circle, in metres. */
  readonly radius: number;
  /** Speed in metres per second. */
  readonly speed: number;
}

export const figureEight: MotionModule<FigureEightRequest> = {
  kind: 'figureEight',
  plan({ radius, speed }, from, start) {
    if (!(radius > 0 && speed > 0)) {
      throw new MotionError(`an eight of radius ${radius} at speed ${speed}: both must be greater than 0`);
    }
    const turnRate = speed / radius;
    const seconds = (2 * Math.PI) / turnRate;
    const left = arcLeg({ ...from, start, end: start + seconds, speed, turnRate });
    const right = arcLeg({
      ...poseAt(left, left.end),
      start: left.end,
      end: left.end + seconds,
      speed,
      turnRate: -turnRate,
    });
    return [
      { name: 'left circle', leg: left },
      { name: 'right circle', leg: right },
    ];
  },
};
