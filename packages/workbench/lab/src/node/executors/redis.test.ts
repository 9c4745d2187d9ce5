import { InputError } from '@kineko/formats/problem';
import { expect, test } from '@jest/globals';
import { queueLibraries } from './redis.js';

test.each(['bullmq', 'ioredis'])('reports the install command if %s is missing', async (name) => {
  const missing = () => Promise.reject(notFound(`Cannot find package '${name}' imported from lab.js`));
  await expect(queueLibraries(missing)).rejects.toThrow(
    new InputError([
      {
        severity: 'error',
        text: `the queue needs bullmq and ioredis, but ${name} is not installed: npm install bullmq ioredis`,
      },
    ]),
  );
});

test('passes on other errors unchanged', async () => {
  const broken = notFound("Cannot find package 'semver' imported from bullmq.js");
  await expect(queueLibraries(() => Promise.reject(broken))).rejects.toBe(broken);
});

test('returns the installed libraries', async () => {
  const { Queue, QueueEvents, Worker, Redis } = await queueLibraries();
  expect([Queue, QueueEvents, Worker, Redis].map(({ name }) => name)).toEqual([
    'Queue',
    'QueueEvents',
    'Worker',
    'Redis',
  ]);
});

function notFound(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
}
