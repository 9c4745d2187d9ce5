/** Saves and opens recordings. */
import { readRecording, writeRecording } from './recording.js';
import * as store from './store.js';

const RECORDING_NAME = 'environment.crsim.jsonl';

/** Downloads the recording. */
export function saveRecording(): void {
  const space = store.space.value;
  if (space.isEmpty) {
    store.message.value = 'There is nothing to save yet: no object has arrived.';
    return;
  }
  const url = URL.createObjectURL(new Blob([...writeRecording(space)], { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = RECORDING_NAME;
  link.click();
  URL.revokeObjectURL(url);
}

export async function openRecording(file: File): Promise<void> {
  try {
    const { space, problems } = readRecording(await file.text(), file.name);
    store.show(space, 'recording', file.name);
    store.message.value = problems.join('\n');
  } catch (error) {
    store.message.value = (error as Error).message;
  }
}
