/** What the editor's page may ask for, read strictly. */
import { readDocument, type WorldFormat } from '@kineko/formats/editing';
import { BadMessage } from '@kineko/run/server';
import type { EditorRequest } from '@kineko/web';

type Members = Readonly<Record<string, unknown>>;

/** Besides `type` and `id`. */
const KNOWN: Readonly<Record<EditorRequest['type'], readonly string[]>> = {
  check: ['document'],
  save: ['document', 'name', 'isForced'],
  reload: [],
  resume: ['opening'],
  run: ['document', 'hasControllers'],
  stop: [],
};

/** Throws a `BadMessage`. */
export function readRequest(data: string | Uint8Array, format: WorldFormat): EditorRequest {
  const members = membersOf(data);
  const { type, id } = members;
  if (typeof type !== 'string' || !Object.hasOwn(KNOWN, type)) {
    throw new BadMessage(`type must be one of ${Object.keys(KNOWN).join(', ')}`);
  }
  const known = ['type', 'id', ...KNOWN[type as EditorRequest['type']]];
  if (Object.keys(members).some((key) => !known.includes(key))) {
    throw new BadMessage(`this message has the members ${known.join(', ')}, and no others`);
  }
  if (!Number.isSafeInteger(id) || (id as number) < 0) throw new BadMessage('id must be a whole number from 0 on');
  try {
    const document = known.includes('document') ? readDocument(members['document'], format) : undefined;
    return { ...optional(members), type, id, ...(document && { document }) } as EditorRequest;
  } catch (error) {
    throw new BadMessage((error as Error).message, { cause: error });
  }
}

function optional({ name, isForced, hasControllers, opening }: Members): object {
  if (opening !== undefined && !Number.isSafeInteger(opening)) throw new Error('opening must be a whole number');
  if (name !== undefined && typeof name !== 'string') throw new Error('name must be a text');
  for (const flag of [isForced, hasControllers]) {
    if (flag !== undefined && typeof flag !== 'boolean')
      throw new Error('isForced and hasControllers are true or false');
  }
  return {
    ...(name !== undefined && { name }),
    ...(opening !== undefined && { opening }),
    isForced: isForced === true,
    hasControllers: hasControllers === true,
  };
}

function membersOf(data: string | Uint8Array): Members {
  if (typeof data !== 'string') throw new BadMessage('a message must be a text, and this one is bytes');
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw new BadMessage('the message is no JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadMessage('a message must be an object');
  }
  return value as Members;
}
