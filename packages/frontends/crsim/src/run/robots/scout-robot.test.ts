import { expect, test } from '@jest/globals';
import { ScoutRobot } from './scout-robot.js';
import type { RobotTransport } from './link.js';

async function connected() {
  const sent: object[] = [];
  let hear: (line: object) => void = () => {};
  let close: (reason?: string) => void = () => {};
  const transport: RobotTransport = {
    send: (line) => void sent.push(line),
    listen: (line, closed) => {
      hear = line;
      close = closed;
    },
    close: () => {},
  };
  const connecting = ScoutRobot.connect(transport, { name: 'r1' });
  hear({ timeStepMillis: 100 });
  const robot = await connecting;
  return { robot, sent, hear: (line: object) => hear(line), close: () => close() };
}

/** Lets pending promises settle. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const READING = { mResponseType: 'kSonar', sensorid: 2, proximity: 3, last: true };

test('a reading is returned when the next step has begun, however the lines arrive', async () => {
  const { robot, hear } = await connected();
  hear({ timestep: 0 });
  let reading: number | undefined;
  const asking = robot.sonar(2).then((value) => (reading = value));
  await settled();
  hear(READING);
  await settled();
  expect(reading).toBeUndefined();
  hear({ timestep: 1 });
  await asking;
  expect([reading, robot.timestep]).toEqual([3, 1]);
});

test('the last reading of a run is not lost', async () => {
  const { robot, hear, close } = await connected();
  hear({ timestep: 0 });
  const asking = robot.sonar(2);
  await settled();
  hear(READING);
  close();
  expect(await asking).toBe(3);
  await expect(robot.idle()).rejects.toThrow('the environment has ended');
});
