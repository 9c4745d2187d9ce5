/** Uses everything that algorithms can use; `mirror.py` is the same in Python. Its records must be the same, too. */
import { AbstractAlgorithm, all, centroid, first, Latch, Mailbox, timeout, TIMED_OUT } from 'kineko';

class Wander extends AbstractAlgorithm {
  async doMotion() {
    const { x, y } = await this.gps.getSelfPosition();
    const random = () => this.randomStream.uniform(-5, 5);
    return this.actuator.moveTo({ x: x + random(), y: y + random() }, 4, 180);
  }
}

interface Messages {
  PING: number;
  PONG: { readonly n: number; readonly at: number; readonly deep: object };
  TOLD: null;
}

export class Mirror extends AbstractAlgorithm<Messages> {
  private readonly told = new Latch<void>('told');
  private readonly box = new Mailbox<number>('numbers');
  private ticks = 0;
  private met = 0;
  private rounds = 0;

  protected override readonly handlers = {
    PING: (n: number, from: number) => {
      this.send(from, 'PONG', { n, at: this.clock, deep: { list: [1, 2.5, 'three', null, true] } });
      this.box.put(n);
    },
    TOLD: () => this.told.fire(),
  };

  async doMotion() {
    const { id } = this.robot;
    this.rounds++;
    if (id <= 1) await this.motions();
    else if (id <= 3) await this.sensors();
    else if (id <= 5) await this.messages();
    else await this.nested();
  }

  protected override isFinished() {
    return this.robot.id === 7 && this.rounds >= 3;
  }

  private async motions() {
    const { actuator } = this;
    await actuator.forward(3, 2 + this.random());
    await actuator.turn(45, -90);
    await actuator.arc(2, 30, { duration: 1.5 });
    await actuator.drive(1, 1.5, 0.5, { duration: 2 });
    await actuator.follow({ x: '2 * t', y: 't', duration: 2 });
    const outcome = await timeout(actuator.moveTo({ x: 30 * this.random(), y: 30 }, 4, 90), 3);
    if (outcome === TIMED_OUT) actuator.stop();
    else this.note('ended', [outcome.status, outcome.at, outcome.pose.x, outcome.pose.y, outcome.pose.heading]);
  }

  private async sensors() {
    if (this.rounds === 1) {
      this.proximitySensor.activate(6, {
        interval: 0.5,
        onEvent: (seen) => {
          this.met += seen.length;
          this.note(
            'near',
            seen.map(({ bearing, distance }) => [bearing, distance]),
          );
          void this.actuator.turn(90, 30 + this.met);
        },
      });
      this.contactSensor.activate({ exact: true }, (parties) =>
        this.note(
          'touched',
          parties.map(({ id }) => id),
        ),
      );
    }
    const here = await this.gps.getSelfPosition(0.5);
    const heading = await this.compass.getHeading(1);
    const everyone = await this.gps.getAllPosition();
    const seen = await this.viewSensor.getRobotsInView(this.parameters.number('reach', 1));
    const rays = await this.ringSensor.getDistances(8, 20);
    const ahead = await this.sonarSensor.getDistance(15, { direction: 10, openingAngle: 20 });
    const centre = centroid(everyone);
    this.note('read', [here.x, here.y, heading, centre.x, centre.y, seen.map(({ x }) => x), [...rays], ahead]);
    this.logger.info(`saw ${seen.length}`);
    this.tag(`met ${this.met}`);
    const [dx, dy] = [20 * (this.random() - 0.5), 20 * (this.random() - 0.5)];
    await this.actuator.moveTo({ x: here.x + dx, y: here.y + dy }, 5, 120);
  }

  private async messages() {
    if (this.rounds === 1) {
      const tick = () => {
        this.ticks++;
        this.broadcast('TOLD', null);
      };
      this.robot.timer(tick, 'tick').every(3);
    }
    this.broadcast('PING', this.robot.random('own').integer(1, 100));
    const answer = await this.receive(1 + this.random());
    const { index } = await first(this.waitFor(this.box), this.sleep(0.7));
    this.note('heard', [answer?.from ?? null, answer?.content ?? null, index, this.clock, this.ticks]);
    if (this.robot.id === 4) await this.waitFor(this.told);
    await all(this.actuator.forward(2, 1), this.sleep(this.randomStream.exponential(0.2)));
  }

  private async nested() {
    await this.run(Wander).for(2.5);
    await this.run(Wander).times(2);
    await this.run(Wander).until(this.sleep(1 + Math.abs(this.randomStream.normal(0, 0.1))));
    if (this.robot.id === 6 && this.clock > 15) {
      this.robot.timer(() => this.robot.recover()).schedule(2);
      this.robot.crash();
      await this.actuator.forward(1, 1);
    }
  }
}
