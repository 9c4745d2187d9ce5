/**
 * A project as the fragment of an address, which browsers keep to themselves: JSON, compressed, in letters. Whoever opens a
 * link has it from somebody else, so it is checked like any file from outside; nothing in it is run by being read.
 */
import { fromBase64, fromBase64Url, toBase64, toBase64Url } from './base64.js';
import { isText, LIMITS, type Project, type ProjectFile, projectProblems } from './project.js';

const VERSION = 1;

/** Letters: more than some browsers and most chats take, and less than any program may choke on. */
export const MAX_LINK_LETTERS = 1_000_000;

/** A link that cannot be opened, and why. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
}

/** As it is written. */
interface LinkedFile {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
}

export async function toLink({ config, files, seed }: Project): Promise<string> {
  const state = { version: VERSION, config: written(config), files: files.map(written), seed };
  const packed = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  return toBase64Url(packed);
}

/** Throws a `LinkError` that says what is wrong. */
export async function fromLink(text: string): Promise<Project> {
  if (text.length > MAX_LINK_LETTERS) {
    throw new LinkError(`this link has ${text.length} letters; at most ${MAX_LINK_LETTERS} are read`);
  }
  const project = projectOf(await unpacked(text));
  const problems = projectProblems(project);
  if (problems.length > 0) throw new LinkError(`this link cannot be opened: ${problems.join('; ')}`);
  return project;
}

function written(file: ProjectFile): LinkedFile {
  const { name, content } = file;
  return typeof content === 'string' ? { name, text: content } : { name, base64: toBase64(content) };
}

async function unpacked(text: string): Promise<unknown> {
  try {
    const bytes = await through(fromBase64Url(text), new DecompressionStream('deflate-raw'), MAX_JSON);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError('this link is damaged, or no link to a project: ask for it again, as it was', { cause: error });
  }
}

/** Bytes: a character takes six at most, as `\u0000`. */
const MAX_JSON = 8 * LIMITS.size;

/** Stops as soon as there is more than may be: a few bytes can be packed so that they fill any memory. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  codec: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(codec).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new LinkError(`this link holds more than ${most} bytes, which is more than a project may have`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function projectOf(state: unknown): Project {
  const { version, config, files, seed } = fieldsOf(state, 'the link');
  if (version !== VERSION) {
    throw new LinkError(`this link is of version ${shown(version)}; this playground reads version ${VERSION}`);
  }
  const file = fileOf(config, 'config');
  if (!isText(file)) throw wrong('config', 'a text');
  if (!Array.isArray(files)) throw wrong('files', 'a list');
  if (seed !== undefined && typeof seed !== 'number') throw wrong('seed', 'a number');
  return { config: file, files: files.map((each, k) => fileOf(each, `files[${k}]`)), seed };
}

function fileOf(value: unknown, where: string): ProjectFile {
  const { name, text, base64 } = fieldsOf(value, where);
  if (typeof name !== 'string') throw wrong(`${where}.name`, 'a text');
  if (typeof text === 'string') return { name, content: text };
  if (typeof base64 !== 'string') throw wrong(where, 'a file with a text, or with bytes in base64');
  try {
    return { name, content: fromBase64(base64) };
  } catch {
    throw wrong(`${where}.base64`, 'base64');
  }
}

function fieldsOf(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(where, 'an object');
  return value as Readonly<Record<string, unknown>>;
}

function wrong(where: string, right: string): LinkError {
  return new LinkError(`this link cannot be opened: ${where} is not ${right}`);
}

function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : 'unknown';
}
