/** Recordings: a header line, then the messages of the viewer protocol, one per line. */
import { Space } from './space.js';
import { fieldsOf, readSpaceMessage, type SpaceMessage, type SpaceShape } from './wire.js';

const FORMAT = 'crsim-recording';
const VERSION = 1;
/** Reported problems; further ones are counted. */
const MAX_PROBLEMS = 5;

export function isRecording(head: string): boolean {
  return head.trimStart().startsWith(`{"format":"${FORMAT}"`);
}

export function* writeRecording(space: Space): Generator<string> {
  yield `${JSON.stringify({ format: FORMAT, version: VERSION })}\n`;
  for (const message of space.history()) yield `${JSON.stringify(wireOf(message))}\n`;
}

export interface Recording {
  readonly space: Space;
  /** Human-readable: ignored lines and their places. */
  readonly problems: readonly string[];
}

/** Throws if it is not a recording; ignores damaged lines. */
export function readRecording(text: string, name: string): Recording {
  const lines = text.split('\n');
  if (!isRecording(lines[0]!)) {
    throw new Error(`${name}: expected a recording, which begins with {"format":"${FORMAT}",…}`);
  }
  const { version } = fieldsOf(lines[0]!);
  if (version !== VERSION) {
    throw new Error(`${name}:1: version: expected ${VERSION}, got ${String(version)}`);
  }
  const space = new Space();
  const problems: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue;
    try {
      const message = readSpaceMessage(line);
      if (!space.take(message)) throw new Error(reasonFor(message));
    } catch (error) {
      const reason = error instanceof SyntaxError ? 'invalid JSON' : (error as Error).message;
      problems.push(`${name}:${index + 1}: ${reason}`);
    }
  }
  if (space.isEmpty) throw new Error([`${name}: it contains no object`, ...shortened(problems)].join('\n'));
  return { space, problems: shortened(problems) };
}

function reasonFor(message: SpaceMessage): string {
  return message.kind === 'update'
    ? `update of the unknown object "${message.update.objectName}"`
    : 'expected an object or an update';
}

function shortened(problems: readonly string[]): readonly string[] {
  const more = problems.length - MAX_PROBLEMS;
  return more <= 0 ? problems : [...problems.slice(0, MAX_PROBLEMS), `and ${more} more lines were ignored`];
}

/** The received form of a message. */
function wireOf(message: SpaceMessage): unknown {
  switch (message.kind) {
    case 'object': {
      const { place, shapes, isRobot, ...rest } = message.object;
      const [only] = shapes;
      const isPlain = shapes.length === 1 && isCentred(only!);
      return {
        ...rest,
        xpos: place.x,
        ypos: place.y,
        zpos: place.z,
        orientation: place.orientation,
        ...(isRobot && { robot: true }),
        ...(isPlain ? sizesOf(only!) : { shapes: shapes.map(placedShape) }),
      };
    }
    case 'update': {
      const { place, ...rest } = message.update;
      return { ...rest, ...place };
    }
    case 'environment':
      return { environment: message.facts };
    case 'step':
      return { timestep: message.timestep };
    case 'error':
      return { error: message.text };
    case 'other':
      return {};
  }
}

function isCentred({ place: { x, y, z, orientation } }: SpaceShape): boolean {
  return x === 0 && y === 0 && z === 0 && orientation === 0;
}

function placedShape(shape: SpaceShape): object {
  const { x, y, z, orientation } = shape.place;
  return { ...sizesOf(shape), x, y, z, rotation: orientation };
}

function sizesOf({ type, size: [width, height, depth] }: SpaceShape): object {
  switch (type) {
    case 'BOX':
      return { type, width, height, depth };
    case 'CYLINDER':
      return { type, radius: width / 2, height };
    case 'SPHERE':
      return { type, radius: width / 2 };
  }
}
