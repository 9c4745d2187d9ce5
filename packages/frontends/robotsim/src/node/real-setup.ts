/** The setup of a run over real networks, and its problems. */
import { oneOf, type Problem } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { addressOf, type Address, type NetworkKind, type RealLimits } from '@kineko/neko/real';
import type { NekoConfig } from '../format/config.js';
import type { ProcessClass } from '../run/setup/algorithms.js';
import type { FoundClass } from '../run/setup/classes.js';
import { REAL_NETWORKS } from '../run/setup/networks.js';
import type { Plan } from '../run/setup/plan.js';

export interface RealSetup {
  readonly networks: readonly NetworkKind[];
  readonly slaves: readonly Address[];
  readonly isSymmetric: boolean;
  /** Address of process 0, if all processes are started by the same command. */
  readonly master: Address;
  readonly limits: Partial<RealLimits>;
  readonly algorithm: FoundClass<{ readonly kind: 'process'; readonly create: ProcessClass }>;
}

/** Default port, as in Neko. */
const SLAVE_PORT = 8632;

export function setupOf(plan: Plan): { readonly setup: RealSetup | undefined; readonly problems: readonly Problem[] } {
  const reader = new SetupReader(plan.config);
  const setup = {
    networks: reader.networks(),
    slaves: reader.slaves(plan.n),
    isSymmetric: plan.config.get('startup.symmetric'),
    master: reader.address('master', plan.config.get('master') ?? '127.0.0.1')!,
    limits: reader.limits(),
    algorithm: reader.algorithm(plan)!,
  };
  reader.warnOfUnused();
  const { problems } = reader;
  return { setup: problems.some(({ severity }) => severity === 'error') ? undefined : setup, problems };
}

/** Keys that have an effect in simulation only. */
const SIMULATED = /^(faults$|process\.(\d+\.)?crash\.|finish\.|metrics$|simulation\.(events|speed)$|network\.)/;

class SetupReader {
  readonly problems: Problem[] = [];

  constructor(private readonly config: NekoConfig) {}

  networks(): NetworkKind[] {
    const { config } = this;
    const names = config.has('network') ? config.get('network') : ['TCPNetwork'];
    return names.flatMap((name): NetworkKind[] => {
      if (/tcp/i.test(name)) return ['tcp'];
      if (/udp|multicast/i.test(name)) return ['udp'];
      const known = oneOf(REAL_NETWORKS.entries.map((entry) => entry.name));
      this.fail('network', `network: expected ${known} with simulation = false, got '${name}'`);
      return [];
    });
  }

  slaves(n: number): Address[] {
    const named = this.config.get('slave');
    if (named.length + 1 < n) {
      this.fail('slave', `slave: expected ${n - 1} addresses, such as localhost:8632, got ${named.length}`);
    }
    return named.slice(0, n - 1).flatMap((text) => this.address('slave', text) ?? []);
  }

  /** `[user@]host[:port]`. */
  address(key: string, text: string): Address | undefined {
    const plain = text.replace(/^[^@]*@/, '');
    if (/:factory\b/.test(plain)) {
      this.fail(
        key,
        `'${text}': slave factories are not supported; start 'kineko slave' on that machine, and give host:port`,
      );
      return undefined;
    }
    try {
      return addressOf(/:\d+$/.test(plain) ? plain : `${plain}:${SLAVE_PORT}`);
    } catch (error) {
      this.fail(key, messageOf(error));
      return undefined;
    }
  }

  /** Time limits for processes that are started by the same command and wait for each other. */
  limits(): Partial<RealLimits> {
    const { config } = this;
    if (!config.has('master.retry') && !config.has('master.retry.interval')) return {};
    return { startMs: config.get('master.retry') * config.get('master.retry.interval') };
  }

  algorithm({ algorithms, initializers }: Plan): RealSetup['algorithm'] | undefined {
    const [first] = algorithms.values;
    if (initializers.values.some((own) => own !== undefined) || first?.item.kind !== 'process') {
      this.fail(
        'algorithm',
        'over real networks each process runs the algorithm of the configuration on the list of protocols',
      );
      return undefined;
    }
    if (algorithms.values.some((each) => each?.name !== first.name)) {
      this.fail('algorithm', 'over real networks all processes run the same algorithm');
    }
    return first as RealSetup['algorithm'];
  }

  warnOfUnused(): void {
    if (this.config.get('fd.simulated')) {
      this.fail('fd.simulated', 'fd.simulated works in simulation only: over real networks, use heartbeat');
    }
    for (const { key, origin } of this.config.entries()) {
      if (origin.kind === 'default' || !SIMULATED.test(key)) continue;
      const text = `${key} has no effect over real networks: it is for simulation = true`;
      this.problems.push({ severity: 'warning', place: origin.place, text });
    }
  }

  private fail(key: string, text: string): void {
    this.problems.push({ severity: 'error', place: this.config.placeOf(key), text });
  }
}
