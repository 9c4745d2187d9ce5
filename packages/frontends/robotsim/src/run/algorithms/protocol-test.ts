import { Signal } from '@kineko/kernel';
import {
  ActiveProtocol,
  ConsensusProtocol,
  MutualExclusion,
  type NekoProcess,
  Raft,
  ReplicatedStateMachine,
  SafraTermination,
  Snapshot,
} from '@kineko/neko';
import { PARAMETERS } from '../brand.js';
import { parameterIn, Parameters, type ParameterTable } from '../parameters.js';

const PROTOCOL_TEST = {
  rounds: { type: 'integer', range: { min: 0 }, default: '3', doc: 'number of uses of each protocol per process' },
  interval: { type: 'number', range: { min: 0 }, unit: 's', default: '5', doc: 'mean time between two uses' },
  deadline: {
    type: 'number',
    range: { min: 0 },
    unit: 's',
    default: '90',
    doc: 'time at which the run ends in any case, since crashed processes never do everything; nothing is requested in its last third',
  },
} as const satisfies ParameterTable;

/** Seconds at the end, in which processes learn what others have done: a message under way would count as never delivered. */
export const SETTLING = 10;

/** The use of one protocol. */
interface Exercise {
  readonly act: (round: number) => void;
  /** Called after the last round, and after each message from then on. */
  readonly rest?: () => void;
  /** Whether everything that was requested in a number of rounds has been done. */
  readonly isDone: (rounds: number) => boolean;
}

type Progress = () => void;

/** One for each kind of protocol that is called; detectors and elections work without calls. */
const EXERCISES: readonly ((test: ProtocolTest, progress: Progress) => Exercise | undefined)[] = [
  /** Proposes a value of its own in each round. */
  ({ process }, progress) => {
    const consensus = process.find(ConsensusProtocol);
    const decided = new Set<number>();
    consensus?.onDecide((instance) => {
      decided.add(instance);
      progress();
    });
    return (
      consensus && {
        act: (round) => consensus.propose(round, `p${process.id}`),
        isDone: (rounds) => decided.size >= rounds,
      }
    );
  },
  /** Enters for a second in each round, or as soon as it has left. */
  (test, progress) => {
    const { process } = test;
    const mutex = process.find(MutualExclusion);
    if (mutex === undefined) return undefined;
    let [wanted, visits] = [0, 0];
    const visit = (): void => {
      if (wanted > visits && mutex.state === 'outside' && !test.isLate) mutex.request();
    };
    const leave = process.timer(() => {
      mutex.release();
      visits++;
      visit();
      progress();
    }, 'visit');
    mutex.onEnter(() => leave.schedule(1));
    return {
      act: () => {
        wanted++;
        visit();
      },
      isDone: (rounds) => visits >= rounds,
    };
  },
  /** Submits a command in each round, and is done when it has been applied here. */
  ({ process }, progress) => {
    const raft = process.find(Raft);
    if (raft === undefined || process.find(ReplicatedStateMachine) !== undefined) return undefined;
    let applied = 0;
    raft.onApply((_command, origin) => {
      if (origin === process.id) applied++;
      progress();
    });
    return { act: (round) => void raft.submit(round), isDone: (rounds) => applied >= rounds };
  },
  /** Writes and reads a register in each round. */
  ({ process }, progress) => {
    const machine = process.find(ReplicatedStateMachine);
    let results = 0;
    const count = (): void => {
      results++;
      progress();
    };
    return (
      machine && {
        act: (round) => {
          machine.execute({ call: 'write', object: 'x', value: `${round} of p${process.id}` }, count);
          machine.execute({ call: 'read', object: 'x' }, count);
        },
        isDone: (rounds) => results >= 2 * rounds,
      }
    );
  },
  /** Is passive after the last round, and after each message from then on; the end must then be announced. */
  (test, progress) => {
    const safra = test.process.find(SafraTermination);
    let isAnnounced = false;
    safra?.onTerminate(() => {
      isAnnounced = true;
      progress();
    });
    return (
      safra && {
        act: () => {},
        rest: () => safra.passive(),
        isDone: () => isAnnounced,
      }
    );
  },
  /** Process 0 starts a snapshot of the numbers of messages sent and received in each round. */
  (test, progress) => {
    const { process, counts } = test;
    const snapshot = process.find(Snapshot);
    let taken = 0;
    snapshot?.setRecorder(() => counts);
    snapshot?.onSnapshot(() => {
      taken++;
      progress();
    });
    return (
      snapshot && {
        act: () => void (process.id === 0 && snapshot.start()),
        isDone: (rounds) => process.id > 0 || taken >= rounds,
      }
    );
  },
];

/**
 * Tests the protocols of the configuration, without robots: in each round, a process sends a message to all and uses each
 * protocol that is called: it proposes a value, requests entry, starts a snapshot. It is done when everything that it
 * requested has happened; when all are done, process 0 ends the run. Crashed processes never are: then the first process that
 * is up ends it at the deadline. Nothing is requested in the last third of that time: a request at its very end would count as
 * never granted.
 *
 * Parameters: `ProtocolTest.rounds` (3); `ProtocolTest.interval` (5 s), the mean time between two rounds;
 * `ProtocolTest.deadline` (90 s).
 */
export class ProtocolTest extends ActiveProtocol<{ HELLO: number; DONE: null }> {
  static readonly [PARAMETERS] = PROTOCOL_TEST;
  /** Number of messages to and from each process. */
  readonly counts = { sent: this.process.all.map(() => 0), received: this.process.all.map(() => 0) };
  private readonly rounds: number;
  private readonly interval: number;
  private readonly deadline: number;
  private readonly progress = new Signal<void>('progress of the protocols');
  private hellos = 0;
  private done = 0;
  /** Set after the last round. */
  private resting: readonly Exercise[] = [];

  protected override readonly handlers = {
    HELLO: (_round: number, from: number) => {
      this.counts.received[from]!++;
      this.hellos++;
      this.rest();
      this.progress.fire();
    },
    DONE: (_content: null, from: number) => {
      this.counts.received[from]!++;
      this.done++;
      this.progress.fire();
    },
  };

  constructor(process: NekoProcess) {
    super(process);
    const parameters = new Parameters(process, 'ProtocolTest');
    this.rounds = parameterIn(parameters, PROTOCOL_TEST, 'rounds');
    this.interval = parameterIn(parameters, PROTOCOL_TEST, 'interval');
    this.deadline = parameterIn(parameters, PROTOCOL_TEST, 'deadline');
  }

  get isLate(): boolean {
    return this.process.now > (this.deadline * 2) / 3;
  }

  protected async run(): Promise<void> {
    const { process, rounds } = this;
    const end = process.timer(() => process.shutdown('the deadline of the test is reached'), 'deadline');
    end.schedule(Math.max(0, this.deadline - process.now));
    const random = process.random('rounds');
    const exercises = EXERCISES.flatMap((make) => make(this, () => this.progress.fire()) ?? []);
    for (let round = 0; round < rounds; round++) {
      await this.sleep(random.exponential(this.interval));
      if (this.isLate) break;
      for (const id of process.all) this.counts.sent[id]!++;
      this.sendTo(process.all, 'HELLO', round);
      for (const { act } of exercises) act(round);
    }
    const isDone = (): boolean => this.hellos >= rounds * process.n && exercises.every((each) => each.isDone(rounds));
    this.resting = exercises;
    this.rest();
    // A process that rests sends nothing; process 0 learns of the end otherwise.
    const mayRest = exercises.some(({ rest }) => rest !== undefined);
    if (mayRest && process.id !== 0) return;
    while (!isDone()) await this.waitFor(this.progress);
    if (!mayRest) {
      this.counts.sent[0]!++;
      this.sendTo([0], 'DONE', null);
    }
    if (process.id !== 0) return;
    while (!mayRest && this.done < process.n) await this.waitFor(this.progress);
    await this.sleep(SETTLING);
    process.shutdown('all processes have done what they were to do');
  }
  private rest(): void {
    for (const { rest } of this.resting) rest?.();
  }
}
