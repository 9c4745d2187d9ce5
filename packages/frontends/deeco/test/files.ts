/** Files of the DEECo playground, with their licence: logs and example visualization files. */
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('data/', import.meta.url);

function filesIn(folder: string): string[] {
  return readdirSync(new URL(folder, FOLDER)).map((name) => `${folder}${name}`);
}

/** Paths of all logs. */
export const LOGS: readonly string[] = [
  ...filesIn('logs/seed42/'),
  ...filesIn('logs/as-shipped/'),
  ...filesIn('micro/logs/'),
];

export const CONFIGS: readonly string[] = filesIn('configs/');

export function bytesOf(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(path, FOLDER)));
}

export function textOf(path: string): string {
  return readFileSync(new URL(path, FOLDER), 'utf8');
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A field of 4 × 3 with one dark pixel, a robot and an object. */
export const SMALL_LOG = `4
3
000000000100
---
demo.Bot,1.0
---
demo.Lamp
---
A\\&B&&1.5,,1.5,,0.0,,;;&&9.0,,9.0,,0.25,,x\\;y;;
A\\&B&&1.5,,1.75,,0.0,,hi;;&&9.0,,9.0,,0.25,,x\\;y;;
`;
