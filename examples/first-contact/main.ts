import { discDiscContact, lineLeg, restLeg } from '@kineko/geometry';
import { EventClass, Signal, Simulator } from '@kineko/kernel';

const rolling = lineLeg({ x: 0, y: 0, heading: 0, start: 0, vx: 3, vy: 0 });
const standing = restLeg({ x: 10, y: 1, heading: 0, start: 0 });
const contact = discDiscContact(rolling, 1, standing, 1);

const simulator = new Simulator();
const touched = new Signal<number>('the touch');
simulator.spawn({ id: 1, name: 'referee' }, async (referee) => {
  const time = await referee.until(touched);
  console.log(`they touch at t = ${time}, now it is ${simulator.now}`); // (10 - √3) / 3 = 2.7559830641437078
});
if (contact.state === 'hit') {
  simulator.schedule(contact.time, {
    class: EventClass.Contact,
    low: 0,
    high: 1,
    run: (now) => touched.fire(now),
    describe: () => 'discs 0 and 1 touch',
  });
}
await simulator.run();
