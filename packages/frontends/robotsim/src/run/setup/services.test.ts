/** Protocols that algorithms call, as configurations name them. */
import { describe, expect, test } from '@jest/globals';
import { ActiveProtocol, LeaderElection, MutualExclusion, Paxos, Raft, ReliableLink } from '@kineko/neko';
import { outcomeOf, problemsOf, refusalOf } from '../../../test/scenarios.js';

const CONFIG = 'process.num = 3\nsimulation.time = 20\nseed = 1\n';

/** Reports the protocols that it finds. */
class Finds extends ActiveProtocol {
  private readonly found = [MutualExclusion, Paxos, LeaderElection, Raft, ReliableLink].filter(
    (type) => this.process.find(type as never) !== undefined,
  );

  protected async run() {
    this.logger.info(this.found.map(({ name }) => name).join());
  }
}

const found = async (protocol: string, more = ''): Promise<string | undefined> => {
  const text = `${CONFIG}algorithm = ./finds.ts\nprotocol = ${protocol}\n${more}`;
  return (await outcomeOf(text, { modules: { 'finds.ts': { Finds } } })).said[0];
};

describe('a protocol that is called', () => {
  test('is found by its class, but not the parts of others', async () => {
    expect(await found('MutualExclusion, Paxos')).toBe('info p0 MutualExclusion,Paxos');
    expect(await found('ConsensusBroadcast', 'consensus.initializer = Paxos')).toBe('info p0 ');
  });

  test('gets the links that it needs, and none if it sends over the network itself', async () => {
    expect(await found('MutualExclusion', 'network.loss = 0.1')).toBe('info p0 MutualExclusion,ReliableLink');
    expect(await found('Raft', 'network.loss = 0.1')).toBe('info p0 Raft');
  });

  test('is refused without the protocols that it needs', async () => {
    const refusal = (protocol: string) => refusalOf(`${CONFIG}algorithm = ProtocolTest\nprotocol = ${protocol}\n`);
    expect(await refusal('CombinedDetector')).toEqual([
      'main.config:5:1: protocol CombinedDetector: expected detectors before it in the list of protocols, got none',
    ]);
    expect(await refusal('ReliableLink, ReplicatedStateMachine')).toEqual([
      'main.config:5:1: protocol ReplicatedStateMachine: expected Raft or an atomic broadcast before it in the list of protocols, got none',
    ]);
  });

  test('has parameters that are checked', async () => {
    expect(await problemsOf(`${CONFIG}algorithm = ProtocolTest\nprotocol = Raft\nRaft.heartbeat = 0\n`)).toEqual([
      expect.stringContaining('Raft.heartbeat: expected a number above 0'),
    ]);
  });
});

describe('faults', () => {
  const faults = (entry: string) => problemsOf(`${CONFIG}algorithm = ProtocolTest\nfaults = [${entry}]\n`);

  test('of an unknown behaviour are refused', async () => {
    expect(await faults('{"kind": "byzantine", "at": 0, "process": 0, "behaviour": "lie"}')).toEqual([
      expect.stringContaining(
        'faults[0].behaviour: expected omit, change, equivocate or your own file, such as ./lies.ts, got "lie"',
      ),
    ]);
  });

  test('of a clock that stands still are refused', async () => {
    expect(await faults('{"kind": "drift", "at": 0, "process": 0, "rate": 0}')).toHaveLength(1);
  });

  test('of the memory are noted where protocols do not survive them', async () => {
    const run = async (protocol: string) =>
      (
        await outcomeOf(
          `${CONFIG}algorithm = ProtocolTest\nprotocol = ${protocol}\nprocess.1.crash.start = 3\nprocess.1.crash.stop = 5\nprocess.1.crash.memory = lost\n`,
        )
      ).summary.remarks;
    expect(await run('SkeenBroadcast')).toContainEqual(
      'the guarantees of SkeenBroadcast do not cover processes that lose their memory (process.crash.memory)',
    );
    expect((await run('Raft')).join()).not.toContain('guarantees');
  });
});
