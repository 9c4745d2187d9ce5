/** What the records tell of one object, made from what the cycles of a log say of it. */
import type { TraceRecord } from '@kineko/formats/trace';
import { isPlace, upward } from './frame.js';
import type { DeecoObject } from './log.js';

export class ObjectTrack {
  private readonly id: number;
  private readonly height: number;
  private last: DeecoObject | undefined;
  private isLost = false;

  /** `height` is that of the field. */
  constructor(id: number, height: number) {
    this.id = id;
    this.height = height;
  }

  /** All of it, whenever something of it has changed. */
  *arrive(object: DeecoObject, time: number): Generator<TraceRecord, void> {
    const { x, y, size, tag } = object;
    const hasPlace = isPlace(x, y) && isPlace(size, 0);
    if (!hasPlace && !this.isLost) {
      const text = `object ${this.id} has no place from cycle ${time} on (x ${x}, y ${y}, size ${size})`;
      yield { type: 'warning', time, text };
    }
    this.isLost = !hasPlace;
    const last = this.last;
    if (!hasPlace || (last?.x === x && last.y === y && last.size === size && last.tag === tag)) return;
    this.last = object;
    const place = { x, y: upward(this.height, y), size: Math.max(0, size) };
    yield { type: 'object', time, object: this.id, ...place, tag, heat: 0, light: 0 };
  }
}
