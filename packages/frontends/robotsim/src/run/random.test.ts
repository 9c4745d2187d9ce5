import { describe, expect, test } from '@jest/globals';
import { ActiveProtocol, Layer, type Outgoing } from '@kineko/neko';
import { outcomeOf } from '../../test/scenarios.js';
import { AbstractAlgorithm } from './algorithm.js';

const drawn: Record<string, number[]> = {};
const draw = (who: string, number: number): void => void (drawn[who] ??= []).push(number);

class Algorithm extends AbstractAlgorithm {
  protected async doMotion() {
    draw(`algorithm ${this.robot.id}`, this.random());
    draw(`algorithm ${this.robot.id}`, this.randomStream.uniform());
    await this.sleep(1);
    this.finish();
  }
}

class Program extends ActiveProtocol {
  protected async run() {
    draw(`program ${this.process.id}`, this.random());
    draw(`program ${this.process.id}`, this.randomStream.uniform());
    await this.sleep(1);
  }
}

class Below extends Layer<object> {
  protected readonly handlers = {};

  send(message: Outgoing): void {
    this.sender!.send(message);
  }

  protected override started(): void {
    draw(`layer ${this.process.id}`, this.random());
  }
}

describe('random()', () => {
  const modules = { 'a.ts': { Algorithm }, 'p.ts': { Program }, 'l.ts': { Below } };

  test('is the same method in algorithms, programs and layers, each with its own stream', async () => {
    const common = 'process.num = 2\nprotocol = ./l.ts\nsimulation.time = 5\nseed = 3\n';
    await outcomeOf(`${common}robot.algorithm = ./a.ts\nbornpoint.random = true`, { modules });
    const { 'layer 0': first } = drawn;
    await outcomeOf(`${common}algorithm = ./p.ts`, { modules });
    expect(drawn['program 0']).toEqual(drawn['algorithm 0']);
    expect(drawn['layer 0']).toEqual([first![0], first![0]]);
    const all = Object.values(drawn).flat();
    expect(all.every((number) => number >= 0 && number < 1)).toBe(true);
    // Two robots with two numbers of the algorithm and one of the layer, drawn again by the second run.
    expect(new Set(all).size).toBe(6);
  });
});
