import type { ByteSink } from './byte-sink.js';
import { LEGS, type TraceLeg } from './records.js';

/**
 * Writes a leg as its table says, but with the names of its fields in the code: most of a run's records are legs, and a
 * field whose name is a value takes four times as long to look up. What is not written here, curves and whatever is no
 * leg, is answered with false. A test holds this and the table together.
 */
export function writeLeg(sink: ByteSink, leg: TraceLeg): boolean {
  switch (leg.kind) {
    case 'rest':
      writeStretch(sink, LEGS.rest.number, leg);
      return true;
    case 'turn':
      writeStretch(sink, LEGS.turn.number, leg);
      sink.f64(leg.turnRate);
      return true;
    case 'line':
      writeStretch(sink, LEGS.line.number, leg);
      sink.f64(leg.vx);
      sink.f64(leg.vy);
      return true;
    case 'arc':
      writeStretch(sink, LEGS.arc.number, leg);
      sink.f64(leg.speed);
      sink.f64(leg.turnRate);
      return true;
    default:
      return false;
  }
}

function writeStretch(sink: ByteSink, number: number, leg: TraceLeg): void {
  sink.u8(number);
  sink.f64(leg.x);
  sink.f64(leg.y);
  sink.f64(leg.heading);
  sink.f64(leg.start);
  sink.f64(leg.end);
}
