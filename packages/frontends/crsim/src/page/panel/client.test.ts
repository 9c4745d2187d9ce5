import { describe, expect, test } from '@jest/globals';
import type { ConnectionHost } from '@kineko/ui/page';
import { PanelClient } from './client.js';

type Listener = Parameters<ConnectionHost['open']>[2];

class FakeEnvironment implements ConnectionHost {
  readonly sent: string[] = [];
  readonly statuses: string[] = [];
  listener: Listener | undefined;

  open(_path: string, _token: string, listener: Listener) {
    this.listener = listener;
    return { send: (text: string) => void this.sent.push(text), close: () => listener.closed(1000, '') };
  }

  ask(): Promise<number | undefined> {
    return Promise.resolve(undefined);
  }

  after(): () => void {
    return () => {};
  }

  send(message: unknown): void {
    this.listener!.received(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  client(): PanelClient {
    const client = new PanelClient('secret', { link: () => {}, status: (line) => void this.statuses.push(line) }, this);
    this.listener!.opened();
    return client;
  }
}

describe('the client of a control panel', () => {
  test('sends several questions at once and returns their answers in order', async () => {
    const environment = new FakeEnvironment();
    const answers = environment
      .client()
      .ask({ method: 'getstate', params: [] }, { method: 'getport', params: ['robot'] });
    expect(environment.sent.map((text) => JSON.parse(text) as unknown)).toEqual([
      {
        id: 1,
        requests: [
          { method: 'getstate', params: [] },
          { method: 'getport', params: ['robot'] },
        ],
      },
    ]);
    environment.send({
      id: 1,
      responses: [
        { ok: true, value: 4 },
        { ok: false, error: 'no' },
      ],
    });
    expect(await answers).toEqual([
      { ok: true, value: 4 },
      { ok: false, error: 'no' },
    ]);
  });

  test('accepts answers in any order, and status lines in between', async () => {
    const environment = new FakeEnvironment();
    const client = environment.client();
    const [first, second] = [client.ask({ method: 'a', params: [] }), client.ask({ method: 'b', params: [] })];
    environment.send({ status: 'something happened' });
    environment.send({ id: 2, responses: [{ ok: true, value: 'b' }] });
    environment.send({ id: 99, responses: [] });
    environment.send('torn');
    environment.send('null');
    environment.send({ error: 'too many messages' });
    environment.send({ id: 1, responses: [{ ok: true, value: 'a' }] });
    expect(await first).toEqual([{ ok: true, value: 'a' }]);
    expect(await second).toEqual([{ ok: true, value: 'b' }]);
    expect(environment.statuses[0]).toBe('something happened');
    expect(environment.statuses[1]).toMatch(/ignored an invalid line/);
    expect(environment.statuses[2]).toBe('The environment rejected a message: too many messages');
  });

  test('every question is answered, also if the environment does not answer or has ended', async () => {
    const environment = new FakeEnvironment();
    const client = environment.client();
    const short = client.ask({ method: 'a', params: [] }, { method: 'b', params: [] });
    environment.send({ id: 1, responses: [{ ok: true, value: 1 }] });
    expect(await short).toEqual([
      { ok: true, value: 1 },
      { ok: false, error: expect.stringMatching(/did not answer/) },
    ]);
    const cut = client.ask({ method: 'a', params: [] });
    environment.listener!.closed(1006, '');
    expect(await cut).toEqual([{ ok: false, error: expect.stringMatching(/broke/) }]);
    expect(await client.ask({ method: 'a', params: [] })).toEqual([
      { ok: false, error: expect.stringMatching(/no connection/) },
    ]);
  });
});
