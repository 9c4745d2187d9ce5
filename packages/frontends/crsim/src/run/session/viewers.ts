/**
 * Those who look on. What is new is written once for all of them and handed out a few times a second, so that a hundred of them
 * cost the run about as much as one; who does not keep up loses frames, and gets all places anew when it can take them.
 */
import type { LocationUpdate } from '../steps/environment.js';
import type { WallTime } from '../robots/link.js';
import type { ViewerObject } from '../world/things.js';

export interface ViewerLink {
  send(frame: Frame): void;
  /** So many bytes wait for it to take them. */
  readonly waitingBytes: number;
  close(reason?: string): void;
}

/** Lines as text and as bytes, each made once. */
export class Frame {
  private encoded: Uint8Array | undefined;

  constructor(readonly text: string) {}

  get bytes(): Uint8Array {
    this.encoded ??= new TextEncoder().encode(this.text);
    return this.encoded;
  }
}

/** What can be seen. */
export interface Scene {
  readonly width: number;
  readonly depth: number;
  /** Whether walls stand around the ground. */
  readonly walls: boolean;
  readonly timeStepMillis: number;
  /** The number of the step that is under way. */
  step(): number;
  /** All things as they are now. */
  objects(): readonly ViewerObject[];
  /** Where all are that have moved, or may have. */
  snapshot(): readonly LocationUpdate[];
}

export interface ViewerLimits {
  /** Bytes that wait for a viewer; beyond that it loses frames. */
  readonly bytes: number;
  /** Time for which it may lose all frames; then it is let go (ms). */
  readonly behindMs: number;
  /** Time between two frames (ms), and bytes in one; of more, the steps between are left out. */
  readonly frameMs: number;
  readonly frameBytes: number;
}

const VIEWER_LIMITS: ViewerLimits = { bytes: 1 << 20, behindMs: 10_000, frameMs: 33, frameBytes: 1 << 16 };

interface Viewer {
  readonly link: ViewerLink;
  hasLost: boolean;
  behindSince: number | undefined;
}

export class Viewers {
  private readonly clock: WallTime;
  private readonly limits: ViewerLimits;
  private readonly viewers = new Set<Viewer>();
  private scene: Scene | undefined;
  private pending = '';
  private hasSkipped = false;
  private lastFrame = -Infinity;
  private callOff: (() => void) | undefined;
  private lost = 0;

  constructor(clock: WallTime, limits: Partial<ViewerLimits> = {}) {
    this.clock = clock;
    this.limits = { ...VIEWER_LIMITS, ...limits };
  }

  get size(): number {
    return this.viewers.size;
  }

  /** Frames that viewers have not been sent. */
  get lostFrames(): number {
    return this.lost;
  }

  /** Returns how to say that it is gone. */
  add(link: ViewerLink): () => void {
    const viewer: Viewer = { link, hasLost: false, behindSince: undefined };
    // What the others are about to get is in what this one gets now.
    this.flush();
    this.viewers.add(viewer);
    if (this.scene !== undefined) link.send(openingOf(this.scene));
    return () => void this.viewers.delete(viewer);
  }

  /** There is something to be seen: everybody gets all objects. */
  show(scene: Scene): void {
    this.forgetPending();
    this.scene = scene;
    if (this.viewers.size > 0) this.sendToAll(openingOf(scene), () => openingOf(scene));
  }

  /** Nothing is to be seen any more. */
  hide(): void {
    this.flush();
    this.scene = undefined;
  }

  /** A step is over. */
  update(step: number, updates: readonly LocationUpdate[]): void {
    if (this.viewers.size === 0) return;
    if (this.hasSkipped) this.schedule();
    else {
      for (const update of updates) this.pending += `${JSON.stringify(update)}\n`;
      this.pending += `{"timestep":${step}}\n`;
      if (this.pending.length > this.limits.frameBytes) {
        this.pending = '';
        this.hasSkipped = true;
      }
      this.schedule();
    }
  }

  close(): void {
    this.forgetPending();
    for (const { link } of this.viewers) link.close();
  }

  private schedule(): void {
    if (this.callOff !== undefined) return;
    const early = this.lastFrame + this.limits.frameMs - this.clock.now();
    if (early <= 0) this.flush();
    else this.callOff = this.clock.after(early, () => this.flush());
  }

  private flush(): void {
    const scene = this.scene;
    const hasSkipped = this.hasSkipped;
    const text = this.pending;
    this.forgetPending();
    if (scene === undefined || (text === '' && !hasSkipped)) return;
    this.lastFrame = this.clock.now();
    let snapshot: Frame | undefined;
    const all = (): Frame => (snapshot ??= snapshotOf(scene));
    this.sendToAll(hasSkipped ? all() : new Frame(text), all);
  }

  /** `whole` is for those who have lost something. */
  private sendToAll(frame: Frame, whole: () => Frame): void {
    const now = this.clock.now();
    const { bytes, behindMs } = this.limits;
    for (const viewer of this.viewers) {
      const { link, hasLost } = viewer;
      const next = hasLost ? whole() : frame;
      if (link.waitingBytes === 0 || link.waitingBytes + next.text.length <= bytes) {
        viewer.hasLost = false;
        viewer.behindSince = undefined;
        link.send(next);
        continue;
      }
      this.lost++;
      viewer.hasLost = true;
      viewer.behindSince ??= now;
      if (now - viewer.behindSince < behindMs) continue;
      this.viewers.delete(viewer);
      link.close('it has taken nothing for a long time');
    }
  }

  private forgetPending(): void {
    this.callOff?.();
    this.callOff = undefined;
    this.pending = '';
    this.hasSkipped = false;
  }
}

function openingOf(scene: Scene): Frame {
  const { width, depth, walls, timeStepMillis } = scene;
  const environment = { width, depth, ...(walls && { walls }), timeStepMillis, timestep: scene.step() };
  return new Frame(linesOf([{ environment }, ...scene.objects()]));
}

function snapshotOf(scene: Scene): Frame {
  return new Frame(linesOf([...scene.snapshot(), { timestep: scene.step() }]));
}

function linesOf(objects: readonly object[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}

declare const TextEncoder: new () => { encode(text: string): Uint8Array };
