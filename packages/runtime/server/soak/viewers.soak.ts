import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Recording } from '@kineko/run';
import { startServer, ViewerHub } from '@kineko/server';
import { sampleRecord } from '@kineko/tools/kits/sample-records';
import type { Soak } from '@kineko/tools/soak/soak';
import { type CrowdOptions, type CrowdReport, sharedNow } from '../test/viewer-crowd.js';

const SECONDS = 45;
const PER_SECOND = 30;
/** About 8 KB. */
const RECORDS = 100;
const CROWD = { watching: 95, stalled: 5, comingPerSecond: 5 };

/** A hundred viewers of a run at 30 Hz: five never read, and five per second come and go. */
export const soaks: Soak[] = [
  {
    name: 'viewers of a live run',
    seeds: 1,
    run: async () => {
      const hub = new ViewerHub();
      const server = await startServer({ port: 0, sockets: { '/live': hub.accept } });
      const recording = new Recording([hub.sink]);
      hub.follow(recording);
      const crowd = fork(new URL('../test/viewer-crowd.js', import.meta.url));
      const options: CrowdOptions = { port: server.port, token: server.token, ...CROWD };
      crowd.send(options);
      while (hub.viewers < CROWD.watching + CROWD.stalled) await setTimeout(10);
      const before = process.memoryUsage().rss;
      let mostBytes = 0;
      for (let i = 0; i < SECONDS * PER_SECOND; i++) {
        for (let k = 0; k < RECORDS; k++) recording.emit(sampleRecord(RECORDS * i + k));
        recording.emit({ type: 'warning', time: i, text: String(sharedNow()) });
        await setTimeout(1000 / PER_SECOND);
        mostBytes = Math.max(mostBytes, process.memoryUsage().rss - before);
      }
      await recording.close();
      await hub.allSent();
      // The other process has still to read what was sent.
      await setTimeout(1000);
      crowd.send('report');
      const [report] = (await once(crowd, 'message')) as [CrowdReport];
      const { tooSlow, failures } = hub.counts;
      await hub.close();
      await server.close();
      const expected = SECONDS * PER_SECOND * (RECORDS + 1);
      const incomplete = report.records.filter((count) => count !== expected).length;
      if (incomplete > 0)
        throw new Error(`${incomplete} of ${CROWD.watching} viewers did not get all ${expected} records`);
      if (tooSlow !== CROWD.stalled)
        throw new Error(`${tooSlow} viewers were shown the door, and ${CROWD.stalled} never read`);
      return {
        sums: { records: recording.records, bytes: recording.bytes, visits: report.visits, tooSlow, failures },
        most: {
          'lag in ms, median': report.lagsMs.median,
          'lag in ms, p99': report.lagsMs.p99,
          'lag in ms': report.lagsMs.most,
          'memory in MiB': mostBytes / 2 ** 20,
        },
      };
    },
  },
];
