/** Paints of shapes: the colours that the viewer gives them in a run. */
import type { Theme } from '@kineko/ui';
import type { Shape } from '../model.js';
import type { Kind } from '../world-format.js';

export type Paint = 'robot' | 'obstacle' | 'movable' | 'object' | 'light' | 'heat';

export function paintOf({ properties, form }: Pick<Shape, 'properties' | 'form'>, kind: Kind): Paint {
  if (kind.hasFront === true) return 'robot';
  if (Number(properties['light']) > 0 || kind.name === 'Light') return 'light';
  if (Number(properties['heat']) > 0 || kind.name === 'Heat') return 'heat';
  if (kind.name === 'PushableObject' || Number(properties['density']) > 0) return 'movable';
  return kind.name === 'object' || form.kind === 'source' ? 'object' : 'obstacle';
}

/** Variables for the style sheet. */
export function colorsOf({ ground, border, obstacle, movable, object, light, heat }: Theme): Record<string, string> {
  return {
    '--ground': ground,
    '--border': border,
    '--obstacle': obstacle,
    '--movable': movable,
    '--object': object,
    '--light': light,
    '--heat': heat,
  };
}
