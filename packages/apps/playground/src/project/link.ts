/**
 * A project as the fragment of an address, which browsers do not send: JSON, compressed, in base64. A link may come from anyone, so
 * it is validated like any other input, and opening it runs nothing.
 */
import { expected } from '@kineko/formats/problem';
import { described, numberWhere, readMessage } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import { fromBase64, fromBase64Url, toBase64, toBase64Url } from './base64.js';
import { isSeed, LIMITS, type Project, type ProjectFile, projectProblems, SEED } from './project.js';

const VERSION = 1;

/** Characters: more than some browsers and most chats accept. */
export const MAX_LINK_LENGTH = 1_000_000;

/** A link that cannot be opened. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
}

const fileName = z.string(described('a name'));
const textFile = z.pipe(
  z.object({ name: fileName, text: z.string(described('text')) }, described('a file with text')),
  z.transform(({ name, text }) => ({ name, content: text })),
);
const bytes = z.pipe(
  z.string(described('base64')),
  z.transform((text, context) => {
    try {
      return fromBase64(text);
    } catch {
      context.issues.push({ code: 'custom', message: expected('base64', text), input: text });
      return new Uint8Array();
    }
  }),
);
const file = z.pipe(
  z.object({ name: fileName, text: z.optional(z.string(described('text'))), base64: z.optional(bytes) }),
  z.transform(({ name, text, base64 }, context): ProjectFile => {
    const content = text ?? base64;
    if (content !== undefined) return { name, content };
    context.issues.push({ code: 'custom', message: 'expected text or base64', input: name });
    return { name, content: '' };
  }),
);
const shape = z.object(
  {
    version: z.literal(VERSION, described(`version ${VERSION}`)),
    config: textFile,
    files: z.array(file, described('a list of files')),
    seed: z.optional(numberWhere(SEED, isSeed)),
    settings: z.optional(z.string(described('text'))),
  },
  described('a project'),
);

export async function toLink({ config, files, seed, settings }: Project): Promise<string> {
  const state = { version: VERSION, config: written(config), files: files.map(written), seed, settings };
  const packed = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  return toBase64Url(packed);
}

/** Throws a `LinkError`. */
export async function fromLink(text: string): Promise<Project> {
  const fail = (why: string): LinkError => new LinkError(`this link cannot be opened: ${why}`);
  if (text.length > MAX_LINK_LENGTH) throw fail(expected(`at most ${MAX_LINK_LENGTH} characters`, text.length));
  const { config, files, seed, settings } = readMessage(shape, await unpacked(text), fail);
  const project = { config, files, seed, settings };
  const problems = projectProblems(project);
  if (problems.length > 0) throw fail(problems.join('; '));
  return project;
}

function written({ name, content }: ProjectFile): object {
  return typeof content === 'string' ? { name, text: content } : { name, base64: toBase64(content) };
}

async function unpacked(text: string): Promise<unknown> {
  try {
    const bytes = await through(fromBase64Url(text), new DecompressionStream('deflate-raw'), MAX_JSON);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError('this link is damaged, or not a link to a project; request it again', { cause: error });
  }
}

/** Bytes: a character takes at most six, as `\u0000`. */
const MAX_JSON = 8 * LIMITS.size;

/** Stops at the limit, since a few compressed bytes could fill any memory. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  codec: CompressionStream | DecompressionStream,
  maxBytes = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(codec).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new LinkError(`this link cannot be opened: expected at most ${maxBytes} bytes of data`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
