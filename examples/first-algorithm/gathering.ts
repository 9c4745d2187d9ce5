import { AbstractAlgorithm, centroid } from 'kineko';

export class Gathering extends AbstractAlgorithm {
  protected async doMotion() {
    const everyone = await this.gps.getAllPosition(0);
    const moveSpeed = 3 + 3 * this.random();
    const turnSpeed = 3 + moveSpeed * this.random();
    await this.actuator.moveTo(centroid(everyone), moveSpeed, turnSpeed);
  }
}
