import { describe, expect, test } from '@jest/globals';
import { ActiveProtocol, Layer, type NekoMessage, type Outgoing } from '@kineko/neko';
import { outcomeOf } from '../../test/scenarios.js';
import { AbstractAlgorithm } from './algorithm.js';

type Contents = { PATH: { x: number; list: number[] } };

const BODIES = 'process.num = 2\nrobot.algorithm = ./a.ts\nbornpoint.random = true\nsimulation.time = 10\nseed = 1\n';
const WHY =
  'messages are frozen when they are sent, because every receiver shares the same object; copy the content before you ' +
  'change it, as with structuredClone(content)';

/** The failure of a run, with the author's file in the stack. */
async function failure(algorithm: unknown, config = BODIES): Promise<string> {
  try {
    await outcomeOf(config, { modules: { 'a.ts': { algorithm } } });
  } catch (error) {
    const { message, stack } = error as Error;
    return stack!.includes('frozen-messages.test.ts') ? message : `without the author's line: ${message}`;
  }
  return 'none';
}

/** Robot 0 sends; the other robot handles the message. */
abstract class Talks extends AbstractAlgorithm<Contents> {
  protected async doMotion() {
    if (this.robot.id === 0) {
      this.broadcast('PATH', { x: 1, list: [3, 2, 1] });
      await this.sleep(5);
    } else this.receivedOne((await this.receive()).content);
    this.finish();
  }

  protected abstract receivedOne(content: Contents['PATH']): void;
}

describe('a change of a received message', () => {
  test.each<[string, (content: Contents['PATH']) => unknown, string]>([
    ['a member', (content) => (content.x = 2), "Cannot assign to read only property 'x' of object '#<Object>'"],
    ['a new member', (content) => Object.assign(content, { y: 2 }), 'Cannot add property y, object is not extensible'],
    [
      'an item',
      (content) => (content.list[0] = 9),
      "Cannot assign to read only property '0' of object '[object Array]'",
    ],
    ['a push', (content) => content.list.push(9), 'Cannot add property 3, object is not extensible'],
    [
      'a sort',
      (content) => content.list.sort((a, b) => a - b),
      "Cannot assign to read only property '0' of object '[object Array]'",
    ],
    [
      'a deletion',
      (content) => delete (content as Partial<typeof content>).x,
      "Cannot delete property 'x' of #<Object>",
    ],
  ])('reports that messages are frozen, and why: %s', async (_name, change, words) => {
    class Changes extends Talks {
      protected receivedOne(content: Contents['PATH']): void {
        change(content);
      }
    }
    expect(await failure(Changes)).toBe(`p1 Changes failed at t = 1: ${words}: ${WHY}`);
  });

  test('in a handler names the process and the protocol', async () => {
    class Handles extends Talks {
      protected override readonly handlers = {
        PATH: (content: Contents['PATH']) => void (content.x = 2),
      };
      protected receivedOne(): void {}
    }
    expect(await failure(Handles)).toContain(
      `p1, protocol 'algorithm', message PATH: Cannot assign to read only property 'x' of object '#<Object>': ${WHY}`,
    );
  });

  test('by a program without a body, and by a layer', async () => {
    class Program extends ActiveProtocol<Contents> {
      protected async run() {
        if (this.process.id === 0) this.sendTo([1], 'PATH', { x: 1, list: [] });
        else (await this.receive()).content.x = 3;
      }
    }
    const config = 'process.num = 2\nalgorithm = ./a.ts\nsimulation.time = 10\nseed = 1\n';
    expect(await failure(Program, config)).toContain(WHY);
    class Below extends Layer<object> {
      protected readonly handlers = {};
      send(message: Outgoing): void {
        this.sender!.send({ ...message, protocol: this.id });
      }
      override deliver({ content }: NekoMessage): void {
        (content as { x: number }).x = 4;
      }
    }
    class Quiet extends Talks {
      protected receivedOne(): void {}
    }
    const modules = { 'a.ts': { Quiet }, 'l.ts': { Below } };
    await expect(outcomeOf(`${BODIES}protocol = ./l.ts`, { modules })).rejects.toThrow(
      `p1, protocol 'below', message PATH`,
    );
  });
});

test('explains a change of a sent message to its sender', async () => {
  class Reuses extends AbstractAlgorithm<Contents> {
    protected async doMotion() {
      const content = { x: 1, list: [] };
      this.broadcast('PATH', content);
      content.x = 2;
      await this.sleep(1);
    }
  }
  expect(await failure(Reuses)).toBe(
    `p0 Reuses failed at t = 0: Cannot assign to read only property 'x' of object '#<Object>': ${WHY}`,
  );
});

test('other errors, and frozen objects in a run without messages, are reported unchanged', async () => {
  class Own extends AbstractAlgorithm {
    protected async doMotion() {
      await this.sleep(1);
      (Object.freeze({ x: 1 }) as { x: number }).x = 2;
    }
  }
  expect(await failure(Own)).toBe(
    "p0 Own failed at t = 1: Cannot assign to read only property 'x' of object '#<Object>'",
  );
  class Fails extends AbstractAlgorithm {
    protected doMotion(): never {
      throw new TypeError('x is not a function');
    }
  }
  expect(await failure(Fails)).toBe('p0 Fails failed at t = 0: x is not a function');
});

describe('a change of the positions of all robots', () => {
  const SHARED =
    'the positions of all robots are frozen, because every robot that asks at one instant shares the same list; copy it ' +
    'before you change it, as with structuredClone(positions)';

  test('reports that they are frozen, and why', async () => {
    class Sorts extends AbstractAlgorithm {
      protected async doMotion() {
        ((await this.gps.getAllPosition()) as unknown as { x: number }[]).sort((a, b) => a.x - b.x);
      }
    }
    expect(await failure(Sorts)).toContain(
      `Cannot assign to read only property '0' of object '[object Array]': ${SHARED}`,
    );
  });

  test('is possible in a copy, and with noise, where each robot has its own list', async () => {
    class Copies extends AbstractAlgorithm {
      protected async doMotion() {
        (structuredClone(await this.gps.getAllPosition()) as unknown as { x: number }[])[0]!.x = 3;
        ((await this.gps.getAllPosition(1)) as unknown as { x: number }[])[0]!.x = 3;
        this.finish();
      }
    }
    expect(await failure(Copies)).toBe('none');
  });

  test('is not assumed if no robot requested them', async () => {
    class Changes extends AbstractAlgorithm {
      protected doMotion() {
        (Object.freeze({ x: 1 }) as { x: number }).x = 2;
      }
    }
    expect(await failure(Changes)).not.toContain(SHARED);
  });
});
