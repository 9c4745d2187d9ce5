import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Mailbox } from './mailbox.js';
import { readRequest } from './request.js';

function read(text: string): object {
  return readRequest(new TextEncoder().encode(text));
}

describe('a request', () => {
  test.each([
    ['3 setspeed 10 -7.5', { kind: 'setspeed', robot: 3, left: 10, right: -7.5 }],
    ['3  setspeed  1e1   .5\r\n', { kind: 'setspeed', robot: 3, left: 10, right: 0.5 }],
    ['-1 getsensors', { kind: 'getsensors', robot: -1, sensors: 'distance' }],
    ['0 getsensors line', { kind: 'getsensors', robot: 0, sensors: 'line' }],
    ['0 sendmessage hello there', { kind: 'sendmessage', robot: 0, text: 'hello there' }],
    ['0 sendmessage gr%C3%BCezi', { kind: 'sendmessage', robot: 0, text: 'grüezi' }],
    ['0 sendmessage 100% sure', { kind: 'sendmessage', robot: 0, text: '100% sure' }],
    ['0 sendmessageon 8 psst', { kind: 'sendmessage', robot: 0, text: 'psst', sensor: 8 }],
    ['0 getmessages', { kind: 'getmessages', robot: 0 }],
    ['0 subscribe', { kind: 'subscribe', robot: 0 }],
  ])('%j is read', (text, request) => {
    expect(read(text)).toEqual({ request });
  });

  test.each([
    '',
    'setspeed 1 1',
    '0',
    '0 fly',
    '0 setspeed 1',
    '0 setspeed 1 2 3',
    '0 setspeed NaN 1',
    '0 setspeed Infinity 1',
    '0 setspeed 0x10 1',
    '0 setspeed 1e999 1',
    '0 setspeed 1,5 1',
    '0 getsensors sound',
    '0 sendmessage',
    '0 sendmessageon 9 x',
    '0 sendmessageon 0 x',
    '0 getmessages now',
    '1.5 getsensors',
    '99999999999999999999 getsensors',
    '0 sendmessage grüezi',
    '0 getsensors\0',
    `0 sendmessage ${'x'.repeat(401)}`,
    `0 sendmessage ${'x'.repeat(600)}`,
  ])('%j is rejected', (text) => {
    expect(read(text)).toEqual({ error: expect.any(String) });
  });

  test('is read or rejected, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
        const result = readRequest(bytes);
        expect('error' in result || Number.isInteger(result.request.robot)).toBe(true);
      }),
      { seed: 5, numRuns: 2000 },
    );
  });
});

describe('a mailbox', () => {
  test('returns its messages in pages of 512 bytes, the oldest first, each once', () => {
    const mailbox = new Mailbox();
    for (let i = 0; i < 100; i++) mailbox.put(i, `nr ${i}: ä`);
    const all: string[] = [];
    for (let page = mailbox.takePage(); page !== 'ok 0'; page = mailbox.takePage()) {
      expect(page.length).toBeLessThanOrEqual(512);
      const [, count, ...messages] = page.split(' ');
      expect(messages).toHaveLength(Number(count));
      all.push(...messages.map((message) => decodeURIComponent(message)));
    }
    expect(all).toEqual(Array.from({ length: 100 }, (_, i) => `${i}:nr ${i}: ä`));
  });

  test('keeps a thousand messages and counts dropped ones', () => {
    const mailbox = new Mailbox();
    for (let i = 0; i < 1003; i++) mailbox.put(0, String(i));
    expect(mailbox.overflown).toBe(3);
    expect(mailbox.takePage()).toMatch(/^ok \d+ 0:3 0:4 /);
  });

  test('replaces lone surrogates', () => {
    const mailbox = new Mailbox();
    mailbox.put(1, '\ud800x');
    expect(mailbox.takePage()).toBe('ok 1 1:%EF%BF%BDx');
  });
});
