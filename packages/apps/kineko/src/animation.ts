/** What the thesis's `animation` keys ask of the viewer. */
import type { Scenario } from '@kineko/run';
import type { Opening } from '@kineko/viewer';

/** Pixels: a page can show no more, and less is no picture. */
const [MIN_SIDE, MAX_SIDE] = [64, 16_384];

/** The value of a key, as it was written. */
type Values = (key: string) => string | undefined;

function valuesOf(scenario: Scenario): Values {
  return (key) => scenario.config().find((entry) => entry.key === key)?.value;
}

/** Whether the run is to be offered to whoever is there. */
export function isAnimated(scenario: Scenario): boolean {
  return valuesOf(scenario)('animation') === 'true';
}

export function animationOf(scenario: Scenario): Opening {
  return animationFrom(valuesOf(scenario));
}

/** The size of the picture and how often it is drawn, if `animation = true`; a run that is watched anyway is as it is. */
export function animationFrom(valueOf: Values): Pick<Opening, 'size' | 'frameRate'> {
  if (valueOf('animation') !== 'true') return {};
  const side = (key: string): number | undefined => {
    const pixels = Math.round(Number(valueOf(key)));
    return pixels > 0 ? Math.min(Math.max(pixels, MIN_SIDE), MAX_SIDE) : undefined;
  };
  const [width, height] = [side('animation.panel.width'), side('animation.panel.height')];
  const frameRate = Number(valueOf('animation.framerate'));
  return {
    ...(width !== undefined && height !== undefined && { size: { width, height } }),
    ...(frameRate > 0 && { frameRate }),
  };
}
