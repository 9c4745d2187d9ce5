/** All formats of the editor: their tables, and how a file of each is opened. */
import { openChirp } from './chirp.js';
import { CHIRP } from './chirp-format.js';
import { openCrsim } from './crsim.js';
import { CRSIM } from './crsim-format.js';
import { openDeeco } from './deeco.js';
import { DEECO } from './deeco-format.js';
import type { WorldFormat } from './kinds.js';
import type { FormatName } from './model.js';
import type { OpenedWorld } from './opened.js';
import { openRobotsim } from './robotsim.js';
import { ROBOTSIM } from './robotsim-format.js';

export const WORLD_FORMATS: Readonly<Record<FormatName, WorldFormat>> = {
  chirp: CHIRP,
  crsim: CRSIM,
  robotsim: ROBOTSIM,
  deeco: DEECO,
};

/** Throws an `EditingError`. `path` is what the file is called. */
export async function openWorld(format: FormatName, text: string, path: string): Promise<OpenedWorld> {
  switch (format) {
    case 'chirp':
      return openChirp(text);
    case 'crsim':
      return openCrsim(text);
    case 'deeco':
      return openDeeco(text);
    case 'robotsim':
      return openRobotsim(text, path);
  }
}
