/**
 * The viewers of an environment. Updates are serialised once and sent several times per second, so that a hundred viewers cost
 * about as much as one. A viewer that does not keep up loses frames, and gets all positions again when it can take them.
 */
import type { WallClock } from '@kineko/kernel/pacing';
import type { LocationUpdate } from '../steps/environment.js';
import type { ViewerObject } from '../world/things.js';

export interface ViewerLink {
  send(frame: Frame): void;
  /** Bytes that the viewer has not taken. */
  readonly waitingBytes: number;
  close(reason?: string): void;
}

/** Lines as text and as bytes, each computed once. */
export class Frame {
  private encoded: Uint8Array | undefined;

  constructor(readonly text: string) {}

  get bytes(): Uint8Array {
    this.encoded ??= new TextEncoder().encode(this.text);
    return this.encoded;
  }
}

/** The visible state of an environment. */
export interface Scene {
  readonly width: number;
  readonly depth: number;
  /** Whether walls stand around the ground. */
  readonly walls: boolean;
  readonly timeStepMillis: number;
  /** The number of the current step. */
  step(): number;
  /** All objects in their current state. */
  objects(): readonly ViewerObject[];
  /** The positions of all objects that may have moved. */
  snapshot(): readonly LocationUpdate[];
}

export interface ViewerLimits {
  /** Bytes that wait for a viewer; beyond that it loses frames. */
  readonly bytes: number;
  /** Time for which it may lose all frames; then it is disconnected (ms). */
  readonly behindMs: number;
  /** Time between frames (ms) and bytes of one; if a frame is full, the steps in between are left out. */
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
  private readonly limits: ViewerLimits;
  private readonly viewers = new Set<Viewer>();
  private scene: Scene | undefined;
  private pending = '';
  private hasSkipped = false;
  private lastFrame = -Infinity;
  private cancelTimer: (() => void) | undefined;
  /** Frames that viewers were not sent. */
  lostFrames = 0;

  constructor(
    private readonly clock: WallClock,
    limits: Partial<ViewerLimits> = {},
  ) {
    this.limits = { ...VIEWER_LIMITS, ...limits };
  }

  get size(): number {
    return this.viewers.size;
  }

  /** Adds a viewer; returns a function that removes it. */
  add(link: ViewerLink): () => void {
    const viewer: Viewer = { link, hasLost: false, behindSince: undefined };
    // Pending updates are part of the opening of the new viewer.
    this.flush();
    this.viewers.add(viewer);
    if (this.scene !== undefined) link.send(openingOf(this.scene));
    return () => void this.viewers.delete(viewer);
  }

  /** Shows a scene: all viewers get all of its objects. */
  show(scene: Scene): void {
    this.forgetPending();
    this.scene = scene;
    if (this.viewers.size > 0) this.sendToAll(openingOf(scene), () => openingOf(scene));
  }

  /** Shows nothing from now on. */
  hide(): void {
    this.flush();
    this.scene = undefined;
  }

  /** A step has ended. */
  update(step: number, updates: readonly LocationUpdate[]): void {
    if (this.viewers.size === 0) return;
    if (!this.hasSkipped) {
      for (const update of updates) this.pending += `${JSON.stringify(update)}\n`;
      this.pending += `{"timestep":${step}}\n`;
      if (this.pending.length > this.limits.frameBytes) {
        this.pending = '';
        this.hasSkipped = true;
      }
    }
    this.schedule();
  }

  close(): void {
    this.forgetPending();
    for (const { link } of this.viewers) link.close();
  }

  private schedule(): void {
    if (this.cancelTimer !== undefined) return;
    const early = this.lastFrame + this.limits.frameMs - this.clock.now();
    if (early <= 0) this.flush();
    else this.cancelTimer = this.clock.after(early, () => this.flush());
  }

  private flush(): void {
    const { scene, hasSkipped, pending: text } = this;
    this.forgetPending();
    if (scene === undefined || (text === '' && !hasSkipped)) return;
    this.lastFrame = this.clock.now();
    let snapshot: Frame | undefined;
    const all = (): Frame => (snapshot ??= snapshotOf(scene));
    this.sendToAll(hasSkipped ? all() : new Frame(text), all);
  }

  /** `whole` is for viewers that have lost a frame. */
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
      this.lostFrames++;
      viewer.hasLost = true;
      viewer.behindSince ??= now;
      if (now - viewer.behindSince < behindMs) continue;
      this.viewers.delete(viewer);
      link.close('too slow');
    }
  }

  private forgetPending(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
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
