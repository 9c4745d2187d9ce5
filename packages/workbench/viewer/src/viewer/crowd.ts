/** Pictures of crowds: robots by the graphics processor, everything else as ever; without one, all as ever. */
import { GlRobots } from '../render/crowd/gl-robots.js';
import { CrowdSight } from '../render/crowd/sight.js';
import type { Drawing } from '../render/drawing.js';
import { drawMarks } from '../render/layers/robots.js';

export type RobotsBy = 'auto' | 'gl' | '2d';

/** From so many robots on it pays to ask the graphics processor; … */
const CROWD_FROM = 3000;
/** … and from so many on, even where software stands in for it: below that the canvas's own paths are quicker. */
const SOFTWARE_FROM = 30_000;
/** A browser that takes its graphics back again and again is left alone. */
const MAX_TRIES = 3;

/** By whether software will do. */
const known = { software: newGraphics(true), hardware: newGraphics(false) };
const sight = new CrowdSight();

/** The same drawing, for a crowd; undefined if it is none, or nobody can draw it at once. */
export function crowdDrawing(
  drawing: Drawing,
  context: CanvasRenderingContext2D,
  ratio: number,
  by: RobotsBy,
): Drawing | undefined {
  // Pictures in place of discs are drawn one by one, and so are discs that do not show where they face.
  const { textures, otherwiseTexture, isPlain = false } = drawing.style.robotColors ?? {};
  if (isPlain || otherwiseTexture !== undefined || (textures?.size ?? 0) > 0) return undefined;
  const robots = graphicsFor(drawing.scene.robots.size, by);
  if (robots === undefined) return undefined;
  const { scene, frame, view, style } = drawing;
  const { time, messages, contacts, looks } = frame;
  const seen = sight.at(scene, time, view, style);
  return {
    ...drawing,
    frame: { time, messages, contacts, looks, robots: seen.named },
    crowd: () => {
      robots.draw(seen, view, ratio, style.theme.ground);
      context.drawImage(robots.canvas, 0, 0, view.width, view.height);
      drawMarks(drawing, seen.marked);
    },
  };
}

function graphicsFor(robots: number, by: RobotsBy): GlRobots | undefined {
  if (by === '2d' || (by === 'auto' && robots < CROWD_FROM)) return undefined;
  return known.hardware() ?? (by === 'gl' || robots >= SOFTWARE_FROM ? known.software() : undefined);
}

/** Made when it is first asked for, and again when it was taken back. */
function newGraphics(allowsSoftware: boolean): () => GlRobots | undefined {
  let tries = 0;
  let gl: GlRobots | undefined;
  return () => {
    if (gl?.isGone === true) gl = undefined;
    if (gl === undefined && tries < MAX_TRIES) {
      gl = GlRobots.on(document.createElement('canvas'), allowsSoftware);
      // Where there is none, there will be none.
      tries = gl === undefined ? MAX_TRIES : tries + 1;
    }
    return gl;
  };
}
