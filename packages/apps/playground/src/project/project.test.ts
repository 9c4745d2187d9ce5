import { describe, expect, test } from '@jest/globals';
import { commandLine, settingsIn } from './project.js';

describe('settings', () => {
  test('are pairs of keys and values, separated by semicolons', () => {
    expect(settingsIn(' plan.delay = 0.1 2; ; plan.scen=a.scen;x=a=b ')).toEqual([
      { key: 'plan.delay', value: '0.1 2' },
      { key: 'plan.scen', value: 'a.scen' },
      { key: 'x', value: 'a=b' },
    ]);
    expect(settingsIn('a=1; radius 2')).toEqual({ invalid: 'radius 2' });
  });

  test('are part of the command, quoted where a shell needs it', () => {
    const project = { config: { name: 'a.txt', content: '' }, files: [], seed: undefined };
    expect(commandLine(project, 1)).toBe('npx kineko run a.txt --seed 1 --json');
    expect(commandLine({ ...project, settings: "plan.scen=a.scen; b=it's" }, 1, 9)).toBe(
      "npx kineko run a.txt --set plan.scen=a.scen --set 'b=it'\\''s' --set simulation.events=9 --seed 1 --json",
    );
  });
});
