/** The temperatures of the field, pixel by pixel, and the fires that heat it. */
import { MAX_SIDE } from '@kineko/formats/bitmap';

const HOTTEST = 250;

/** Maximum number of pixels, as of a bitmap: each of them changes in each cycle. */
export const MAX_PIXELS = MAX_SIDE * MAX_SIDE;

/** Higher temperatures damage robots. */
export const WARM = 40;

/** Pixels between WARM and this temperature cool down, hotter ones heat up. */
const SMOULDERING = 80;

const FIRE_STRENGTH = 5;
const FIRE_CHANCE = 1 / 7;
/** Minimum distance of new fires from the border. */
const FIRE_MARGIN = 5;

/** Half of the side of the square that the extinguisher cools. */
const EXTINGUISHED_REACH = 3;
const EXTINGUISHED_DEGREES = 20;

interface Fire {
  readonly x: number;
  readonly y: number;
  strength: number;
}

export interface Hottest {
  readonly x: number;
  readonly y: number;
  readonly temperature: number;
}

export class TemperatureMap {
  private readonly random: () => number;
  /** Column by column. */
  private cells: Uint8Array;
  private activeFires: Fire[] = [];

  constructor(
    readonly sizeX: number,
    readonly sizeY: number,
    random: () => number,
  ) {
    this.random = random;
    this.cells = new Uint8Array(sizeX * sizeY).map(() => this.draw(WARM));
  }

  /** Column by column; a copy. */
  get frame(): Uint8Array {
    return this.cells.slice();
  }

  get fires(): readonly Readonly<Fire>[] {
    return this.activeFires;
  }

  /** Spreads heat, adds noise, and may start a fire. */
  step(): void {
    this.spread();
    this.flicker();
    if (this.random() < FIRE_CHANCE) {
      const place = (size: number): number => Math.floor(this.random() * (size - 2 * FIRE_MARGIN) + FIRE_MARGIN);
      this.activeFires.push({ x: place(this.sizeX), y: place(this.sizeY), strength: FIRE_STRENGTH });
    }
    this.burn();
  }

  /** Cools the pixels around a position, and weakens the fires there. */
  extinguish(x: number, y: number): void {
    for (const [cellX, cellY] of this.around(x, y, EXTINGUISHED_REACH)) {
      const cell = cellX * this.sizeY + cellY;
      this.cells[cell] = Math.max(0, this.cells[cell]! - EXTINGUISHED_DEGREES);
    }
    for (const fire of this.activeFires) {
      if (Math.abs(fire.x - x) <= EXTINGUISHED_REACH && Math.abs(fire.y - y) <= EXTINGUISHED_REACH) fire.strength--;
    }
    this.activeFires = this.activeFires.filter(({ strength }) => strength > 0);
    this.burn();
  }

  /** The first hottest pixel within `reach` in either direction. */
  hottestAround(x: number, y: number, reach: number): Hottest {
    let hottest: Hottest = { x, y, temperature: -1 };
    for (const [cellX, cellY] of this.around(x, y, reach)) {
      const temperature = this.cells[cellX * this.sizeY + cellY]!;
      if (temperature > hottest.temperature) hottest = { x: cellX, y: cellY, temperature };
    }
    return hottest;
  }

  private *around(x: number, y: number, reach: number): Generator<readonly [number, number], void> {
    for (let cellX = Math.max(0, x - reach); cellX <= Math.min(this.sizeX - 1, x + reach); cellX++) {
      for (let cellY = Math.max(0, y - reach); cellY <= Math.min(this.sizeY - 1, y + reach); cellY++) {
        yield [cellX, cellY];
      }
    }
  }

  /** Border pixels get a random temperature, inner ones the mean of their neighbours. */
  private spread(): void {
    const { sizeX, sizeY } = this;
    const before = this.cells;
    const cells = new Uint8Array(before.length);
    for (let x = 0; x < sizeX; x++) {
      for (let y = 0; y < sizeY; y++) {
        const cell = x * sizeY + y;
        const isBorder = x === 0 || y === 0 || x === sizeX - 1 || y === sizeY - 1;
        cells[cell] = isBorder
          ? this.draw(WARM)
          : (before[cell - sizeY]! + before[cell + sizeY]! + before[cell - 1]! + before[cell + 1]!) >> 2;
      }
    }
    this.cells = cells;
  }

  private flicker(): void {
    const cells = this.cells;
    for (let cell = 0; cell < cells.length; cell++) {
      const value = cells[cell]!;
      if (value > WARM && value < SMOULDERING) cells[cell] = Math.max(0, value - this.draw(5));
      else if (value < HOTTEST) cells[cell] = Math.min(HOTTEST, value + this.draw(5));
    }
  }

  private burn(): void {
    for (const { x, y } of this.activeFires) this.cells[x * this.sizeY + y] = HOTTEST;
  }

  /** A random integer from 0 to limit - 1. */
  private draw(limit: number): number {
    return Math.floor(this.random() * limit);
  }
}
