/** A picture or a film, ready to be written. */
import type { FileHandle } from 'node:fs/promises';
import type { View } from '@kineko/ui';
import type { Look, Opening, OwnLayer, Scene, Style } from '@kineko/viewer';

export interface Picture {
  /** The log that it shows. */
  readonly log: string;
  readonly scene: Scene;
  readonly style: Style;
  /** Drawn above everything else. */
  readonly own: readonly OwnLayer[];
  readonly width: number;
  readonly height: number;
  readonly viewAt: (time: number) => View;
  /** Id of a robot that stays in the centre. */
  readonly follow: number | undefined;
  /** Time of a still picture; undefined for a film. */
  readonly at: number | undefined;
  /** Start and end of a film, in simulated seconds. */
  readonly from: number;
  readonly to: number;
  readonly framesPerSecond: number;
  /** Simulated seconds per second. */
  readonly speed: number;
  /** The look from which the style was made. */
  readonly look: Look;
  /** Size from the command line or the configuration. */
  readonly requestedSize: { readonly width: number; readonly height: number } | undefined;
}

export interface WriterContext {
  /** Aborted on Ctrl-C: the writer stops soon, and leaves its partial file. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Initial state and layer scripts of a page. */
  readonly page: () => Promise<{ readonly opening: Opening; readonly scripts: readonly string[] }>;
  onFrame(done: number, all: number, time: number): void;
}

export interface Writer {
  /** `either` is a film unless a time is given; a `page` holds the whole run. */
  readonly shows: 'still' | 'film' | 'either' | 'page';
  /** Default frame rate. */
  readonly framesPerSecond?: number;
  /** Pixels. */
  readonly maxSide: number;
  /** Whether width and height must be even. */
  readonly isEven?: boolean;
  /** Returns a short description for the user, such as `301 frames`. @param path The file, for other programs that write it. */
  write(picture: Picture, file: FileHandle, context: WriterContext, path: string): Promise<string>;
}

export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}
