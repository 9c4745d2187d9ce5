/**
 * A start in which every process is given everything: all addresses, its own id and the run. Process 0 acts as master;
 * the others compare its assignment with their own setup.
 */
import { expected } from '@kineko/formats/problem';
import type { Address } from './address.js';
import { RealNetworkError } from './errors.js';
import { limitsWith } from './limits.js';
import { type MasterOptions, type RealRunReport, runMaster } from './master.js';
import { setupOf } from './setup.js';
import { type SlaveReport, startSlave } from './slave.js';

export interface SymmetricOptions extends Omit<MasterOptions, 'slaves' | 'host' | 'advertise' | 'onLost'> {
  /** Index of this process's address. */
  readonly id: number;
  /** By process. */
  readonly addresses: readonly Address[];
}

/** Runs one process until the run has ended. Process 0 gets the report of the whole run. */
export async function runSymmetric(options: SymmetricOptions): Promise<RealRunReport | SlaveReport> {
  const { id, addresses, algorithms, token } = options;
  const own = addresses[id];
  if (own === undefined) {
    throw new RealNetworkError(`id: ${expected(`the index of an address, 0 to ${addresses.length - 1}`, id)}`);
  }
  const limits = limitsWith(options.limits);
  const setup = setupOf(options, addresses.length, limits);
  if (id === 0) return runMaster({ ...options, slaves: addresses.slice(1), host: own.host });
  const slave = await startSlave({ ...own, algorithms, token, limits, log: options.log, agreed: { ...setup, id } });
  const timer = setTimeout(() => slave.giveUp(`p0 did not connect within ${limits.startMs} ms`), limits.startMs);
  const interrupt = (): void => slave.close();
  options.signal?.addEventListener('abort', interrupt);
  const report = await slave.done;
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', interrupt);
  if (report === undefined) throw new RealNetworkError(`p${id} took no part: ${slave.lastProblem ?? 'it was closed'}`);
  return report;
}
