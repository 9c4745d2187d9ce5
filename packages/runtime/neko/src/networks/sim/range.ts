import { type Guarantees, without } from '../../guarantees.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { checkAboveZero, checkFrom0, checkSeconds, NetworkError } from '../checked.js';
import type { Channel, ChannelEnd } from './channel.js';
import { DelayedEnd } from './random-faults.js';
import { SelectiveChannel } from './selective.js';

export interface Position {
  /** Metres. */
  readonly x: number;
  readonly y: number;
}

/** The positions of processes, such as those of a world of robots. */
export interface Positions {
  /** Position of a process at a time that is not past. */
  positionOf(process: number, t: number): Position;
  /** Whether there is no obstacle between two processes now. */
  isVisible?(a: number, b: number): boolean;
  /** Metres of obstacles on the line between two processes now. */
  thicknessBetween?(a: number, b: number): number;
}

export interface RangeOptions {
  /** Metres within which a process is heard. Default: no limit. */
  readonly reach?: number;
  /** Whether obstacles between processes block messages. Default: false. */
  readonly lineOfSight?: boolean;
  /** Metres of reach lost per metre of obstacles. Default: 0. */
  readonly attenuation?: number;
  /** Propagation speed of messages in metres per second. Default: no limit. */
  readonly speed?: number;
}

/**
 * The positions at sending time decide which processes hear a message: out of reach or behind an obstacle, a copy is lost at once.
 * Distance divided by speed is added to the delay of the channel inside, whatever the receiver's motion meanwhile. A
 * process always hears itself.
 */
export class RangeChannel extends SelectiveChannel {
  private readonly options: Required<RangeOptions>;

  constructor(
    host: NekoHost,
    inner: Channel,
    private readonly positions: Positions,
    options: RangeOptions = {},
  ) {
    super(host, inner);
    this.options = { reach: Infinity, lineOfSight: false, attenuation: 0, speed: Infinity, ...options };
    const { reach, lineOfSight, attenuation, speed } = this.options;
    checkAboveZero('the reach of a network', reach, 'metres');
    checkAboveZero('the speed at which messages spread', speed, 'metres per second');
    checkFrom0('attenuation by obstacles', attenuation, Number.MAX_VALUE);
    if (lineOfSight && positions.isVisible === undefined)
      throw new NetworkError('a network with lineOfSight needs positions with isVisible');
    if (attenuation > 0 && positions.thicknessBetween === undefined)
      throw new NetworkError('a network with attenuation needs positions with thicknessBetween');
  }

  override get guarantees(): Guarantees {
    const { reach, lineOfSight, speed } = this.options;
    const loses = reach < Infinity || lineOfSight;
    // A later message may reach a receiver sooner that has moved nearer.
    return without(
      super.guarantees,
      ...(loses ? (['no loss'] as const) : []),
      ...(speed < Infinity ? (['order'] as const) : []),
    );
  }

  refusal({ from }: NekoMessage, to: number): string | undefined {
    if (from === to) return undefined;
    const { positions } = this;
    const { reach, lineOfSight, attenuation } = this.options;
    const distance = this.distanceBetween(from, to);
    if (distance > reach) return 'out of reach';
    if (lineOfSight && !positions.isVisible!(from, to)) return 'no line of sight';
    if (attenuation > 0) {
      const thickness = positions.thicknessBetween!(from, to);
      checkSeen('the thickness of obstacles', thickness, from, to);
      if (distance + attenuation * thickness > reach) return 'out of reach behind obstacles';
    }
    return undefined;
  }

  override endFor({ from }: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    const { speed } = this.options;
    if (speed === Infinity || from === to) return end;
    const delay = this.distanceBetween(from, to) / speed;
    checkSeconds(`the time of a message from p${from} to p${to}`, delay);
    return new DelayedEnd(end, this.host, delay);
  }

  private distanceBetween(a: number, b: number): number {
    const { now } = this.host.simulator;
    const p = this.positions.positionOf(a, now);
    const q = this.positions.positionOf(b, now);
    const distance = Math.sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
    checkSeen('the distance', distance, a, b);
    return distance;
  }
}

/** Positions come from outside: NaN would pass every comparison as "in reach". */
function checkSeen(what: string, value: number, a: number, b: number): void {
  checkFrom0(`${what} between p${a} and p${b}`, value);
}
