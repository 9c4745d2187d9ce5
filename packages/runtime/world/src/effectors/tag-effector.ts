import type { RequestCheck } from '../sensors/request-check.js';
import { Effector, type EffectorOptions } from './effector.js';

/** Stores the tags of robots. */
export interface TagPort {
  setTag(robot: number, tag: string): void;
}

export interface TagRequest {
  /** '' removes the tag. */
  readonly tag: string;
}

/** In characters: enough for a label, too few for a message. */
const MAX_TAG_LENGTH = 256;

/** Gives a robot a tag that others can see. */
export class TagEffector extends Effector<TagRequest> {
  readonly kind = 'tag';

  constructor(
    private readonly port: TagPort,
    options: EffectorOptions = {},
  ) {
    super(options);
  }

  protected override checkRequest({ tag }: TagRequest, check: RequestCheck): void {
    if (typeof tag !== 'string') check.refuse('tag', tag, 'a text');
    if (tag.length > MAX_TAG_LENGTH)
      check.refuse('the length of tag', tag.length, `at most ${MAX_TAG_LENGTH} characters`);
    if (/\p{Cc}/u.test(tag)) check.refuse('tag', tag, 'a text without line breaks or control characters');
  }

  override effect({ tag }: TagRequest, robot: number): void {
    this.port.setTag(robot, tag);
  }
}
