import { isChirpWorld } from './recognition.js';

/** Which files are Chirp worlds, apart from what reads them. */
export const CHIRP_FILES = {
  name: 'chirp',
  title: 'worlds of ChirpSim (JSON)',
  recognises: (head: string): boolean => isChirpWorld(head),
  /** A JSON object that is not a world is most likely one without its list. */
  lacks: (head: string): string | undefined =>
    /^\s*\{\s*["}]/.test(head)
      ? 'a Chirp world is a JSON object that needs "children", the list of what is in it'
      : undefined,
};
