/** What is to be drawn, as every writer is given it. */
import type { View } from '@kineko/ui';
import type { Look, Opening, OwnLayer, Scene, Style } from '@kineko/viewer';

export interface Picture {
  /** The file that it is made of. */
  readonly log: string;
  readonly scene: Scene;
  readonly style: Style;
  /** Drawn above everything else. */
  readonly own: readonly OwnLayer[];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** What is seen at a time. */
  readonly viewAt: (time: number) => View;
  /** A robot that stays in the middle. */
  readonly follow: number | undefined;
  /** The instant of a still picture; undefined if a film was asked for. */
  readonly at: number | undefined;
  /** The stretch of a film, simulated seconds. */
  readonly from: number;
  readonly to: number;
  readonly framesPerSecond: number;
  /** Simulated seconds per second. */
  readonly speed: number;
  /** What the style was made of. */
  readonly look: Look;
  /** Pixels that were asked for. */
  readonly askedSize: { readonly width: number; readonly height: number } | undefined;
}

/** What a writer may use besides. */
export interface Workshop {
  /** Aborted when the user wants an end: a writer then stops soon, and leaves what it has begun. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For pages: what they begin with, and the programs of layers. */
  readonly page: () => Promise<{ readonly opening: Opening; readonly scripts: readonly string[] }>;
  /** So many frames of so many are done, the last one at a time of the run. */
  onFrame(done: number, all: number, time: number): void;
}

/** Makes one kind of file. */
export interface Writer {
  /**
   * `still` pictures show an instant, `film`s a stretch; `either` shows what is asked for, by default a stretch. A `page` has
   * all of the run.
   */
  readonly shows: 'still' | 'film' | 'either' | 'page';
  /** If nothing is asked for. */
  readonly framesPerSecond?: number;
  /** Pixels on a side. */
  readonly largest: number;
  /** Whether its sides must be even. */
  readonly isEven?: boolean;
  /** Writes the whole of it; the name is not the final one. What it says of itself, for people: `301 frames`. */
  write(picture: Picture, file: string, workshop: Workshop): Promise<string>;
}

/** The user has had enough. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}
