/** The `animation` keys of a configuration, as settings of the viewer. */
import type { Scenario } from '@kineko/run';
import type { Opening } from '@kineko/viewer';

/** Pixels that a page can show. */
const [MIN_SIDE, MAX_SIDE] = [64, 16_384];

/** Returns the value of a key. */
type Values = (key: string) => string | undefined;

function valuesOf(scenario: Scenario): Values {
  return (key) => scenario.config().find((entry) => entry.key === key)?.value;
}

export function isAnimated(scenario: Scenario): boolean {
  return valuesOf(scenario)('animation') === 'true';
}

export function animationOf(scenario: Scenario): Opening {
  return animationFrom(valuesOf(scenario));
}

/** Size and frame rate of the picture, if `animation = true`. */
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
