import { expect, test } from '@jest/globals';
import { LCM_FILES } from './recognition.js';

test.each([
  ['# a remark\nscheduler: ssync\nloop: [joint 0]\n', true],
  ['{"scheduler": "ssync", "loop": ["joint 0"]}', true],
  ['lcm:\n  scheduler: ssync\nprocess.num: 2\n', false],
  ['{"lcm": {"scheduler": "ssync"}, "process.num": 2}', false],
  ['scenario: a.config\nmetrics: [x]\n', false],
])('%j: %j', (text, isOne) => {
  expect(LCM_FILES.recognises(text)).toBe(isOne);
});
