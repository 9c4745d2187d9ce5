/** What a thread for code that nobody vouches for does: one run, then it is over. */
import { resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Host, Source } from '@kineko/run';
import { loadModule, NodeHost } from '@kineko/run/node';
import { messageOf } from './executors/local.js';
import { labWorker } from './lab-worker.js';
import type { LimitedAnswer, LimitedOrder } from './limited-runs.js';
import { type LabSite, Opening } from './opening.js';

/** Answers, and ends. */
export async function runLimited(site: LabSite): Promise<void> {
  const { order, submission } = workerData as LimitedOrder;
  let answer: LimitedAnswer;
  try {
    const host = new SubmissionHost(new NodeHost({ base: site.base }), submission, site.base);
    const { judge } = labWorker(site, new Opening(site, host));
    answer = { judgement: await judge(order) };
  } catch (error) {
    answer = { failure: messageOf(error) };
  }
  parentPort!.postMessage(answer);
}

/** Has one file that the scenario may name and that lies elsewhere. */
class SubmissionHost implements Host {
  constructor(
    private readonly inner: Host,
    private readonly submission: LimitedOrder['submission'],
    private readonly base: string,
  ) {}

  readBytes(path: string, from: Source): Promise<Uint8Array> {
    return this.inner.readBytes(path, from);
  }

  loadModule(path: string, from: Source): Promise<Readonly<Record<string, unknown>>> {
    if (path !== this.submission.name) return this.inner.loadModule(path, from);
    return loadModule(resolve(this.submission.file), { base: this.base });
  }
}
