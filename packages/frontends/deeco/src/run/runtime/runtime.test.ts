/** The knowledge that components get of each other, and when. */
import { describe, expect, test } from '@jest/globals';
import { load, run } from '../../../test/kit.js';
import { Action, Wheels } from '../environment/action.js';
import { Coordinates } from '../environment/coordinates.js';
import type { Coordinator } from '../environment/coordinator.js';
import { DEECoObject } from '../environment/deeco-object.js';
import { DEECoRobot } from '../environment/deeco-robot.js';
import { SensoryInputsProcessor } from '../environment/sensory-inputs-processor.js';
import { Ensemble } from './ensemble.js';
import { process } from './process.js';

/** A field of 100 × 100 with robots and objects of these classes, far from each other. */
function scenario(
  parts: {
    readonly robots?: readonly string[];
    readonly objects?: readonly string[];
    readonly ensembles?: readonly string[];
    readonly sensors?: string;
  },
  attributes = 'cycles="1"',
): string {
  const { robots = [], objects = [], ensembles = [], sensors = '' } = parts;
  return `<simulation ${attributes} logfile="x.txt" sizeX="100" sizeY="100">
    <sensors>${sensors}</sensors>
    <robots>${robots.map((name, i) => `<robot class="${name}" posX="${10 + 10 * i}" posY="50" angle="0"/>`).join('')}</robots>
    <ensembles>${ensembles.map((name) => `<ensemble class="${name}"/>`).join('')}</ensembles>
    <objects>${objects.map((name) => `<object class="${name}" posX="1" posY="1" size="1"/>`).join('')}</objects>
  </simulation>`;
}

describe('the order within a millisecond', () => {
  test('is that of deployment: robots, ensembles on robots, objects with theirs, the coordinator', async () => {
    const seen: string[] = [];
    const note = (who: string): void => void seen.push(who);
    class Rover extends DEECoRobot {
      static override readonly processes = [
        process<Rover>()({ name: 'zeal', in: ['rID'] }, ({ rID }) => note(`rover ${rID} zeal`)),
        process<Rover>()({ name: 'aim', in: ['rID'] }, ({ rID }) => note(`rover ${rID} aim`)),
      ];
    }
    class Lamp extends DEECoObject {
      static override readonly processes = [
        process<Lamp>()({ name: 'shine', in: ['oID'] }, ({ oID }) => note(`lamp ${oID} shine`)),
      ];
    }
    abstract class Noted extends Ensemble<{ id: string }, { id: string }> {
      readonly roles = { coord: ['id'], member: ['id'] } as const;
      readonly exchanged = {} as const;

      membership(coord: { readonly id: string }, member: { readonly id: string }): boolean {
        note(`${this.constructor.name} ${coord.id}-${member.id}`);
        return false;
      }

      exchange(): void {}
    }
    class First extends Noted {}
    class Second extends Noted {}
    const text = scenario({ robots: ['Rover', 'Rover'], objects: ['Lamp'], ensembles: ['First', 'Second'] });
    const loaded = await load(text, 'x.xml', { Rover, Lamp, First, Second });
    const opened = await loaded.scenario.open({ seed: 1 });
    await opened.advance({ until: 0 });
    await opened.close();
    const owners = seen.map((entry) => entry.replaceAll(/Rover#|Lamp#/g, ''));
    const expected = [
      'rover 0 aim, rover 0 zeal, rover 1 aim, rover 1 zeal, First 0-1, First 1-0',
      'First 0-2, First 2-0, First 0-Coordinator, First Coordinator-0, First 1-0, First 0-1',
      'First 1-2, First 2-1, First 1-Coordinator, First Coordinator-1, Second 0-1, Second 1-0',
      'Second 0-2, Second 2-0, Second 0-Coordinator, Second Coordinator-0, Second 1-0, Second 0-1',
      'Second 1-2, Second 2-1, Second 1-Coordinator, Second Coordinator-1, lamp 0 shine, First 2-0',
      'First 0-2, First 2-1, First 1-2, First 2-Coordinator, First Coordinator-2, Second 2-0',
      'Second 0-2, Second 2-1, Second 1-2, Second 2-Coordinator, Second Coordinator-2, First Coordinator-0',
      'First 0-Coordinator, First Coordinator-1, First 1-Coordinator, First Coordinator-2, First 2-Coordinator, Second Coordinator-0',
      'Second 0-Coordinator, Second Coordinator-1, Second 1-Coordinator, Second Coordinator-2, Second 2-Coordinator',
    ];
    expect(owners).toEqual(expected.flatMap((line) => line.split(', ')));
  });

  test('is by the order of schedules first; periods and offsets are milliseconds', async () => {
    const seen: string[] = [];
    class Rover extends DEECoRobot {
      static override readonly processes = [
        process<Rover>()({ name: 'a', order: 2 }, () => void seen.push('a')),
        process<Rover>()({ name: 'b', order: 1, period: 2, offset: 1 }, () => void seen.push('b')),
      ];
    }
    await run(await load(scenario({ robots: ['Rover'] }), 'x.xml', { Rover }));
    // Milliseconds 0 to 3; in the last one the coordinator, whose order is 0, ends the run before all other components.
    expect(seen.join('')).toBe('abaa');
  });

  test('a process runs once per millisecond of a cycle', async () => {
    const seen: number[] = [];
    class Rover extends DEECoRobot {
      runs = 0;

      static override readonly processes = [
        process<Rover>()({ name: 'count', inout: ['runs'] }, (own) => void seen.push(++own.runs)),
      ];
    }
    const text = scenario({ robots: ['Rover'] }, 'cycles="3" processingTime="4"');
    const { cycles, summary } = await run(await load(text, 'x.xml', { Rover }));
    expect(cycles).toHaveLength(4);
    expect(seen).toHaveLength(4 * 5);
    expect(summary.simulatedSeconds).toBe(3.8);
  });
});

describe('knowledge', () => {
  test('consists of the fields, with and without values, and nothing else', async () => {
    const seen: string[] = [];
    class Rover extends DEECoRobot {
      empty: string | undefined;
      private secret = 1;

      get derived(): number {
        return this.secret;
      }
    }
    class Asks extends Ensemble<{ empty: unknown }, object> {
      readonly roles = { coord: ['empty'], member: [] } as const;
      readonly exchanged = {} as const;

      membership(coord: { readonly empty: unknown }): boolean {
        seen.push(`has ${String(coord.empty)}`);
        return false;
      }

      exchange(): void {}
    }
    class AsksInVain extends Ensemble<{ derived: unknown }, object> {
      readonly roles = { coord: ['derived'], member: [] } as const;
      readonly exchanged = {} as const;

      membership(): boolean {
        seen.push('never');
        return false;
      }

      exchange(): void {}
    }
    const text = scenario({ robots: ['Rover'], ensembles: ['Asks', 'AsksInVain'] });
    await run(await load(text, 'x.xml', { Rover, Asks, AsksInVain }));
    expect(new Set(seen)).toEqual(new Set(['has undefined']));
  });

  test('is passed in copies, and stored without copying', async () => {
    const stored: object[] = [];
    class Rover extends DEECoRobot {
      read = { value: 1 };
      written = { value: 1 };

      static override readonly processes = [
        process<Rover>()({ name: 'change', in: ['read'], inout: ['written'] }, ({ read, written }) => {
          read.value++;
          written.value++;
          stored.push({ read: read.value, written: written.value });
        }),
      ];
    }
    await run(await load(scenario({ robots: ['Rover'] }), 'x.xml', { Rover }));
    expect(stored).toEqual([2, 3, 4, 5].map((written) => ({ read: 2, written })));
  });

  test('an output has no value before the process', async () => {
    const seen: unknown[] = [];
    class Rover extends DEECoRobot {
      given: number | null = 7;

      static override readonly processes = [
        process<Rover>()({ name: 'give', out: ['given'] }, (own) => {
          seen.push(own.given);
          own.given = 3;
        }),
      ];
    }
    await run(await load(scenario({ robots: ['Rover'] }), 'x.xml', { Rover }));
    expect(new Set(seen)).toEqual(new Set([null]));
  });
});

describe('an ensemble', () => {
  class Giver extends DEECoRobot {
    gift = 0;
    thanks = 0;
  }
  class Taker extends DEECoRobot {
    taken = 0;
  }

  test('exchanges twice for every pair, and stores only the owner’s knowledge', async () => {
    const runs: string[] = [];
    class Gifts extends Ensemble<Giver, Taker> {
      readonly roles = { coord: ['gift'], member: ['taken'] } as const;
      readonly exchanged = { coord: { inout: ['gift'] }, member: { inout: ['taken'] } } as const;

      membership(): boolean {
        return true;
      }

      exchange(giver: Giver, taker: Taker): void {
        runs.push(`${++giver.gift}/${++taker.taken}`);
      }
    }
    const text = scenario({ robots: ['Giver', 'Taker'], ensembles: ['Gifts'] }, 'cycles="1"');
    await run(await load(text, 'x.xml', { Giver, Taker, Gifts }));
    expect(runs.slice(0, 4)).toEqual(['1/1', '2/1', '2/2', '3/2']);
  });

  test('that fails skips the remaining partners, and runs again next time', async () => {
    const seen: string[] = [];
    class Gifts extends Ensemble<Giver, Taker> {
      readonly roles = { coord: ['gift'], member: ['taken'] } as const;
      readonly exchanged = { member: { in: ['rID'], inout: ['taken'] } } as const;

      membership(): boolean {
        return true;
      }

      exchange(_giver: Giver, taker: Taker): void {
        seen.push(String(taker.rID));
        if (taker.rID === 1) throw new Error('out of gifts');
      }
    }
    const text = scenario({ robots: ['Giver', 'Taker', 'Taker'], ensembles: ['Gifts'] }, 'cycles="1"');
    const { said, cycles } = await run(await load(text, 'x.xml', { Giver, Taker, Gifts }));
    expect(seen.slice(0, 3)).toEqual(['1', '1', '2']);
    expect(said[0]).toMatch(/^Gifts of Giver#0 failed: out of gifts/);
    expect(cycles).toHaveLength(2);
  });

  test('whose membership fails has no members', async () => {
    let exchanges = 0;
    class Gifts extends Ensemble<Giver, Taker> {
      readonly roles = { coord: ['gift'], member: ['taken'] } as const;
      readonly exchanged = {} as const;

      membership(): boolean {
        throw new Error('undecided');
      }

      exchange(): void {
        exchanges++;
      }
    }
    const text = scenario({ robots: ['Giver', 'Taker'], ensembles: ['Gifts'] });
    const { said } = await run(await load(text, 'x.xml', { Giver, Taker, Gifts }));
    expect([exchanges, said]).toEqual([0, []]);
  });
});

describe('failures', () => {
  test('of a process are reported up to a limit, and change nothing', async () => {
    class Rover extends DEECoRobot {
      value = 0;

      static override readonly processes = [
        process<Rover>()({ name: 'fail', inout: ['value', 'tag'] }, (own) => {
          own.tag = `changed ${++own.value}`;
          throw new Error('broken');
        }),
      ];
    }
    const text = scenario({ robots: ['Rover'] }, 'cycles="20"');
    const { cycles, said, records } = await run(await load(text, 'x.xml', { Rover }));
    expect(cycles).toHaveLength(21);
    expect(cycles.join('')).not.toContain('changed');
    expect(said).toHaveLength(8);
    expect(said[0]).toBe('Rover.fail of Rover#0 failed: broken');
    expect(records.filter(({ type }) => type === 'log')).toHaveLength(8);
    const times = records.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('of wheels end the run; the log is complete up to there', async () => {
    class Flat extends Wheels {
      override sendCurrentAction(cycle: number): Action {
        if (cycle === 2) throw new Error('a flat tyre');
        return new Action(1, 0);
      }
    }
    class Rover extends DEECoRobot {
      override wheels = new Flat();
    }
    const loaded = await load(scenario({ robots: ['Rover'] }, 'cycles="9"'), 'x.xml', { Rover });
    await expect(run(loaded)).rejects.toThrow(/a flat tyre/);
    expect(
      loaded.files
        .text('x.txt')
        .split('\n')
        .filter((line) => line.includes('&&')),
    ).toHaveLength(2);
  });

  test('of a sensor layer that forgets a robot end the run', async () => {
    class Forgetful extends SensoryInputsProcessor {
      sendInputs(): readonly unknown[] {
        return [];
      }
    }
    class Rover extends DEECoRobot {}
    const sensors = '<sensor name="f" processor="Forgetful"/>';
    const loaded = await load(scenario({ robots: ['Rover'], sensors }), 'x.xml', { Rover, Forgetful });
    await expect(run(loaded)).rejects.toThrow(
      /sensor layer f in cycle 0: expected 1 readings, one per robot, got an empty list/,
    );
  });
});

describe('the coordinator', () => {
  class Judge extends Ensemble<Pick<Coordinator, 'cycle' | 'status' | 'endSignal'>> {
    readonly roles = { coord: ['endSignal', 'cycle'], member: [] } as const;
    readonly exchanged = { coord: { in: ['cycle'], out: ['status'], inout: ['endSignal'] } } as const;

    membership(): boolean {
      return true;
    }

    exchange(coord: Pick<Coordinator, 'cycle' | 'status' | 'endSignal'>): void {
      coord.status = coord.cycle === 1 ? null : `cycle ${coord.cycle}`;
      coord.endSignal = coord.cycle === 3;
    }
  }
  class Rover extends DEECoRobot {}

  test('ends the run after the cycle with the end signal, and keeps a status until it changes', async () => {
    const text = scenario({ robots: ['Rover'], ensembles: ['Judge'] }, 'cycles="9"');
    const { cycles, summary } = await run(await load(text, 'x.xml', { Rover, Judge }));
    expect(cycles.map((line) => line.replace(/&&.*/, ''))).toEqual(['cycle 0', 'cycle 0', 'cycle 2', 'cycle 3']);
    expect(summary).toMatchObject({
      stoppedBy: 'shutdown',
      remarks: ['end signal in cycle 3', 'wrote x.txt'],
    });
  });

  test('asks the wheels twice per cycle: the second action counts, and the changes of the first call', async () => {
    class Counting extends Wheels {
      asked = 0;

      override sendCurrentAction(): Action {
        this.asked++;
        return new Action(0, this.asked / 10);
      }
    }
    class Asked extends DEECoRobot {
      override wheels = new Counting();

      static override readonly processes = [
        process<Asked>()({ name: 'tell', in: ['wheels'], out: ['tag'] }, (own) => {
          own.tag = String(own.wheels.asked);
        }),
      ];
    }
    const { cycles } = await run(await load(scenario({ robots: ['Asked'] }, 'cycles="3"'), 'x.xml', { Asked }));
    expect(cycles.map((line) => /,,(\d+);;/.exec(line)![1])).toEqual(['0', '1', '2', '3']);
    // The robot's own task comes first, so the coordinator always gets one more.
    expect(cycles.map((line) => Number(line.split(',,')[2]))).toEqual([
      0,
      expect.closeTo(0.2),
      expect.closeTo(0.5),
      expect.closeTo(0.9),
    ]);
  });

  test('gets the positions of objects in the cycle, not those of the scenario', async () => {
    class Wanderer extends DEECoObject {
      static override readonly processes = [
        process<Wanderer>()({ name: 'wander', inout: ['position', 'size'] }, (own) => {
          own.position = new Coordinates(own.position.x + 1, -5);
          own.size = 0;
        }),
      ];
    }
    const { cycles } = await run(await load(scenario({ objects: ['Wanderer'] }, 'cycles="2"'), 'x.xml', { Wanderer }));
    expect(cycles).toEqual(['&&&&2.0,,-5.0,,0.0,,;;', '&&&&4.0,,-5.0,,0.0,,;;', '&&&&6.0,,-5.0,,0.0,,;;']);
  });
});

test('a run can be advanced in steps, and stopped', async () => {
  class Rover extends DEECoRobot {}
  const loaded = await load(scenario({ robots: ['Rover'] }, 'cycles="9"'), 'x.xml', { Rover });
  const opened = await loaded.scenario.open({ seed: 1 });
  expect(opened.timeLimit).toBe(10);
  expect(await opened.advance({ until: 2.5 })).toBeUndefined();
  expect(
    loaded.files
      .text('x.txt')
      .trimEnd()
      .split('\n')
      .filter((line) => line.includes('&&')),
  ).toHaveLength(3);
  opened.stop();
  expect(() => opened.command({ kind: 'shutdown' }, 'panel')).toThrow(/takes no commands/);
  await opened.close();
});
