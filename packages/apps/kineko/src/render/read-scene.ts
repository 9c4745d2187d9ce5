/** A log or a trace as a scene. */
import { InputError } from '@kineko/formats/problem';
import type { TraceObject, TraceRecord } from '@kineko/formats/trace';
import { addWorld, descriptionOf, Scene } from '@kineko/viewer';
import { LOG_FORMATS } from '../front-ends.js';
import { VIEWER_PLUGINS } from '../page/viewer-plugins.js';
import { type NamedLog, readRecords, type RecordFile } from '../record-files.js';
import type { RunFacts } from './run-facts.js';
import { InterruptedError } from './picture.js';

export interface ReadScene {
  readonly scene: Scene;
  readonly file: RecordFile;
}

/** Throws an `InputError` if there is nothing to draw. */
export async function readScene(
  log: NamedLog,
  facts: RunFacts,
  radius: number | undefined,
  signal: AbortSignal,
): Promise<ReadScene> {
  const scene = new Scene({
    defaultRadius: radius ?? facts.radius,
    radii: radius === undefined ? facts.radii : undefined,
  });
  const visitor = {
    info: (info: TraceObject) => {
      scene.know(descriptionOf(info, VIEWER_PLUGINS.describeRun));
    },
    record: (record: TraceRecord) => scene.add(record),
    async afterChunk() {
      if (signal.aborted) throw new InterruptedError('interrupted');
    },
  };
  const file = await readRecords(log, LOG_FORMATS, visitor);
  if (scene.isEmpty) throw refusal(log.name, file, 'no records');
  if (scene.robots.size + scene.obstacles.length + scene.objects.length === 0)
    throw refusal(log.name, file, 'no robots to draw: its processes have no bodies');
  if (file.kind === 'neko') addWorld(scene, facts.world);
  scene.continueTo(facts.world.end);
  return { scene, file };
}

/** Lists the first damaged lines, if there are any: they are the likely reason. */
function refusal(name: string, { problems, damaged }: RecordFile, text: string): InputError {
  const lines = problems.slice(0, MAX_LINES).map((problem) => ({ ...problem, severity: 'error' as const }));
  const why = damaged === 0 ? text : 'nothing to draw besides the damaged records';
  return new InputError([...lines, { severity: 'error', place: { file: name }, text: why }]);
}

const MAX_LINES = 5;
