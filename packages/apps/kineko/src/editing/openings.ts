/** What pages have open, kept for a while after their connections break: a page goes on where it was. */
import { randomInt } from 'node:crypto';
import type { OpenedWorld } from '@kineko/editor';
import type { WorldFile } from './world-file.js';

export interface Opening {
  /** The one that is saved to. */
  file: WorldFile;
  readonly world: OpenedWorld;
}

/** Those that were opened last. */
const MOST = 16;

export class Openings {
  private readonly byNumber = new Map<number, Opening>();
  /** From anywhere on: another program, started later, must not take its own for those of this one. */
  private last = randomInt(2 ** 47);

  /** Its number. */
  keep(opening: Opening): number {
    const [oldest] = this.byNumber.keys();
    if (oldest !== undefined && this.byNumber.size >= MOST) this.byNumber.delete(oldest);
    this.byNumber.set(++this.last, opening);
    return this.last;
  }

  get(number: number): Opening | undefined {
    return this.byNumber.get(number);
  }
}
