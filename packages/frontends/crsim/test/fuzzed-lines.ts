/** Invalid lines that are nearly valid, drawn from a seed. */
import { BadLine, parseLine, readRequest } from '../src/run/steps/requests.js';
import type { RandomStream } from '@kineko/kernel';

const SEEDS: readonly string[] = [
  '{"name":"r1"}',
  '{"name":"good","prefetch":3}',
  '{"type":"ACTIONEVENT","messageAction":"MOVE","messageAmount":1.5,"last":true}',
  '{"type":"ACTIONEVENT","messageAction":"TAG","messageAmount":3,"last":false}',
  '{"type":"SENSOREVENT","messageAction":"SONAR","sensorid":2,"last":true}',
  '{"type":"COMMEVENT","messageAction":"SENDMESSAGE","message":{"to":"good","content":{"a":[1,2]}},"last":true}',
  '{"type":"NOPEVENT","last":true}',
  '{"id":1,"requests":[{"method":"start","params":[]}]}',
  '{"id":2,"requests":[{"method":"hello","params":["master","0123456789abcdef0123456789abcdef"]}]}',
  '{"token":"0123456789abcdef0123456789abcdef"}',
];

const BITS: readonly string[] = [
  '"__proto__"',
  '"constructor"',
  'null',
  '-1',
  '1e999',
  '1e308',
  'NaN',
  '{}',
  '[]',
  '[[[[',
  '""',
  'true',
  '\u0000',
  '\ud800',
  '"last"',
  ',',
  ':',
  '}',
  '"',
  '\\',
  '-0',
  '99999999999999999999',
];

/** Mutates a valid line: characters are lost, doubled, changed and inserted. */
export function fuzzedLine(stream: RandomStream): string {
  let line = SEEDS[stream.integer(0, SEEDS.length - 1)]!;
  for (let i = stream.integer(1, 4); i > 0; i--) {
    const at = stream.integer(0, line.length);
    const length = stream.integer(0, 6);
    const piece = BITS[stream.integer(0, BITS.length - 1)]!;
    const kind = stream.integer(0, 4);
    if (kind === 0) line = line.slice(0, at) + line.slice(at + length);
    else if (kind === 1) line = line.slice(0, at) + piece + line.slice(at + length);
    else if (kind === 2) line = line.slice(0, at) + line.slice(Math.max(0, at - length));
    else if (kind === 3) line = line.slice(0, at) + String.fromCharCode(stream.integer(1, 300)) + line.slice(at + 1);
    else line = line.slice(0, at) + '[{"a":'.repeat(stream.integer(1, 40)) + line.slice(at);
  }
  return line.replaceAll('\n', ' ');
}

/** A request that is invalid for every robot. */
export function nonsense(stream: RandomStream): string {
  for (;;) {
    const line = fuzzedLine(stream);
    if (line.trim() !== '' && !isRequest(line)) return line;
  }
}

function isRequest(line: string): boolean {
  const abilities = { sensorAction: () => 'SONAR', hasEffector: () => true, isRobot: () => true };
  try {
    readRequest(parseLine(line.trim()), abilities);
    return true;
  } catch (error) {
    if (error instanceof BadLine) return false;
    throw error;
  }
}
