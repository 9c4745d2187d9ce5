/** A Redis for one test, which loses its data when it is stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@kineko/tools/kits/free-port';
import { requireProgram, REDIS } from '@kineko/tools/services/programs';

export class TestRedis {
  private server: ChildProcess | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const server = spawn(requireProgram(REDIS), options, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (text) => {
        if (String(text).includes('Ready to accept connections')) resolve();
      });
      server.on('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    });
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
}
