/** A log or a trace as a scene. */
import { InputError } from '@kineko/formats/problem';
import type { TraceObject, TraceRecord } from '@kineko/formats/trace';
import { type NamedFile, readRecords, type RecordFile } from '@kineko/run/console';
import { addWorld, classesOf, Scene } from '@kineko/viewer';
import { LOG_FORMATS } from '../front-ends.js';
import type { Beside } from './beside.js';
import { InterruptedError } from './picture.js';

export interface ReadScene {
  readonly scene: Scene;
  readonly file: RecordFile;
}

/** Throws an InputError if there is nothing in it to be seen. */
export async function readScene(
  log: NamedFile,
  beside: Beside,
  radius: number | undefined,
  signal: AbortSignal,
): Promise<ReadScene> {
  const scene = new Scene({
    defaultRadius: radius ?? beside.radius,
    radii: radius === undefined ? beside.radii : undefined,
  });
  const stopIfAsked = async (): Promise<void> => {
    if (signal.aborted) throw new InterruptedError('interrupted');
  };
  const visitor = {
    info: (info: TraceObject) => {
      scene.know(classesOf(info));
    },
    record: (record: TraceRecord) => scene.add(record),
    afterChunk: stopIfAsked,
  };
  const file = await readRecords(log, LOG_FORMATS, visitor);
  if (scene.isEmpty) throw refusal(log.name, file, 'there is no record in it: nothing has happened');
  if (scene.robots.size === 0)
    throw refusal(log.name, file, 'no robot is in it: its processes have no bodies that could be drawn');
  if (file.kind === 'neko') addWorld(scene, beside.world);
  return { scene, file };
}

/** Damaged lines, the first of them, are the better reason: what is missing was in them. */
function refusal(name: string, { problems, damaged }: RecordFile, text: string): InputError {
  const lines = problems.slice(0, MAX_LINES).map((problem) => ({ ...problem, severity: 'error' as const }));
  const why = damaged === 0 ? text : 'nothing that could be drawn is left without what is damaged';
  return new InputError([...lines, { severity: 'error', place: { file: name }, text: why }]);
}

const MAX_LINES = 5;
