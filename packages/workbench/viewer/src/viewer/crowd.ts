/** Draws the robots of a crowd on the GPU, or pixel by pixel if there is none; everything else on the canvas. */
import { GlRobots } from '../render/crowd/gl-robots.js';
import { PixelRobots } from '../render/crowd/pixel-robots.js';
import { CrowdSight } from '../render/crowd/sight.js';
import type { Drawing } from '../render/drawing.js';
import { drawMarks } from '../render/layers/robots.js';

export type RobotsBy = 'auto' | 'gl' | 'pixels' | 'paths';

/** Number of robots from which they are drawn together instead of as paths. */
const CROWD_FROM = 3000;
/** Limit on new contexts after the browser has taken one away. */
const MAX_TRIES = 3;

/** Contexts that may be made by software, which only tests and benchmarks want, and those of a GPU. */
const known = { software: newGraphics(true), hardware: newGraphics(false) };
const sight = new CrowdSight();
let pixels: PixelRobots | undefined;

/** The drawing with its robots drawn together; undefined if they are few, or if their look needs paths. */
export function crowdDrawing(
  drawing: Drawing,
  context: CanvasRenderingContext2D,
  ratio: number,
  by: RobotsBy,
): Drawing | undefined {
  // Textures, and discs without a nose, are drawn one by one.
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
      // A light may have the colour of the ground.
      robots.draw(seen, view, ratio, seen.isLit ? style.theme.ink : style.theme.ground);
      context.drawImage(robots.canvas, 0, 0, view.width, view.height);
      drawMarks(drawing, seen.marked);
    },
  };
}

function graphicsFor(robots: number, by: RobotsBy): GlRobots | PixelRobots | undefined {
  if (by === 'paths' || (by === 'auto' && robots < CROWD_FROM)) return undefined;
  if (by === 'gl') return known.software();
  const gl = by === 'auto' ? known.hardware() : undefined;
  return gl ?? (pixels ??= new PixelRobots());
}

/** Created on first use, and again after the browser has taken the context away. */
function newGraphics(allowsSoftware: boolean): () => GlRobots | undefined {
  let tries = 0;
  let gl: GlRobots | undefined;
  return () => {
    if (gl?.isGone === true) gl = undefined;
    if (gl === undefined && tries < MAX_TRIES) {
      gl = GlRobots.on(document.createElement('canvas'), allowsSoftware);
      // If there is no context now, there will never be one.
      tries = gl === undefined ? MAX_TRIES : tries + 1;
    }
    return gl;
  };
}
