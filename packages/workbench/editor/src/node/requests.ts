/** Reads the requests of the page strictly. */
import { integerFrom, parseMessage, readMessage } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import { BadMessage } from '@kineko/server';
import type { WorldFormat } from '../world-format.js';
import type { EditorRequest } from '../protocol.js';
import { documentShape } from '../document-shape.js';

function request<T extends EditorRequest['type'], M extends Readonly<Record<string, z.ZodMiniType>>>(
  type: T,
  members: M,
) {
  return z.strictObject({ type: z.literal(type), id: integerFrom(0), ...members });
}

/** Throws a `BadMessage` if the request is invalid. */
export function readRequest(data: string | Uint8Array, format: WorldFormat): EditorRequest {
  const fail = (text: string, cause?: unknown): BadMessage => new BadMessage(text, { cause });
  const document = documentShape(format);
  const flag = z._default(z.boolean(), false);
  const shape = z.discriminatedUnion('type', [
    request('check', { document }),
    request('save', { document, name: z.optional(z.string()), isForced: flag }),
    request('reload', {}),
    request('resume', { opening: z.optional(integerFrom(0)) }),
    request('run', { document, hasControllers: flag }),
    request('stop', {}),
  ]);
  return readMessage(shape, parseMessage(data, fail), fail) as EditorRequest;
}
