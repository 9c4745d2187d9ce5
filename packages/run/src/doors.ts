/** Which door opens a file. */
import { InputError } from '@kineko/formats/problem';
import type { FrontEnd, Host, Scenario, Source } from './scenario.js';

/** So much of a file tells what it is (bytes). */
const HEAD = 4096;

/** The little of the host's decoder that is used. */
declare const TextDecoder: new (encoding: 'utf-8') => { decode(bytes: Uint8Array): string };

/** The beginning of a file, by which doors recognise it. */
export function headOf({ bytes }: Source): string {
  // By the way it is decoded, a byte order mark is left out and half a character at the end does no harm.
  return new TextDecoder('utf-8').decode(bytes.subarray(0, HEAD));
}

/** Has the door that recognises a file open it; throws an `InputError` if none does, or several do. */
export async function openScenario(source: Source, host: Host, doors: readonly FrontEnd[]): Promise<Scenario> {
  const head = headOf(source);
  const open = doors.filter((door) => door.recognises(head, source.path));
  const [door] = open;
  if (open.length === 1) return door!.load(source, host);
  const text =
    open.length === 0
      ? `is nothing that can be run${emptiness(source.bytes)}${lackOf(head, doors)}; known are ${listed(doors)}`
      : `could be any of ${listed(open)}; say more at its beginning, or in its name, so that only one of them fits`;
  throw new InputError([{ severity: 'error', place: { file: source.path }, text }]);
}

function lackOf(head: string, doors: readonly FrontEnd[]): string {
  return doors
    .flatMap((door) => door.lacks?.(head) ?? [])
    .map((lack) => `; ${lack}`)
    .join('');
}

function emptiness(bytes: Uint8Array): string {
  return bytes.length === 0 ? ', it is empty' : '';
}

function listed(doors: readonly FrontEnd[]): string {
  return doors.map(({ name, title }) => `${name} (${title})`).join(', ') || 'no kinds of files at all';
}
