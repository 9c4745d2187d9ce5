/** Converts a visualization file of the DEECo playground to a look of the viewer. */
import { backgroundName, DEFAULT_STYLE, type Appearance, type LayerSetting, type Paint } from '@kineko/viewer';
import type { ComponentLayer, Fill, VisualizationLayer, Visualization } from '../format/visualization/visualization.js';
import { cssColour } from './css-colour.js';

/** Colours without a rule. */
export const PLAIN = { robots: '#ff0000', objects: '#ffff00' } as const;

/** A cycle of a DEECo log is a second, a pixel of its field a metre. */
export function lookOfVisualization({ zoom, maxCps, rewindSpeed, fontColor, layers }: Visualization) {
  const ofKind = <K extends VisualizationLayer['kind']>(kind: K): Extract<VisualizationLayer, { readonly kind: K }>[] =>
    layers.filter((layer): layer is Extract<VisualizationLayer, { readonly kind: K }> => layer.kind === kind);
  const components = layers.filter((layer): layer is ComponentLayer => 'displayTags' in layer);
  const robots = components.find(({ kind }) => kind === 'robots');
  const objects = components.find(({ kind }) => kind === 'objects');
  const map = ofKind('map')[0];
  return {
    look: {
      layers: orderOf(layers),
      ...(robots !== undefined && { robots: appearanceOf(robots) }),
      ...(objects !== undefined && { objects: appearanceOf(objects) }),
      ...(map !== undefined && { map: paintOf(map.fill) }),
      backgrounds: ofKind('background').map(({ fill }) => paintOf(fill)),
      statusColor: cssColour(fontColor),
      pixelsPerMetre: zoom,
      pace: maxCps,
      stepSeconds: rewindSpeed,
    },
    wanted: ofKind('additional'),
  };
}

/**
 * Robots, objects, the map and layers that only the file knows are drawn in the file's order. The other layers keep their position
 * relative to the robots: trails and messages below them; contacts, labels and the status above.
 */
function orderOf(layers: readonly VisualizationLayer[]): LayerSetting[] {
  let backgrounds = 0;
  const named = layers.map((layer) => {
    if (layer.kind === 'background') return backgroundName(backgrounds++);
    return layer.kind === 'additional' ? layer.className : layer.kind;
  });
  const ours = DEFAULT_STYLE.layers
    .map(({ name }) => name)
    .filter((name) => name !== 'ground' && name !== 'grid' && !named.includes(name));
  const robots = named.indexOf('robots');
  const before = ours.filter((name) => BELOW_ROBOTS.includes(name));
  const after = ours.filter((name) => !before.includes(name));
  const names = [
    'ground',
    'grid',
    ...named.slice(0, robots),
    ...before,
    'robots',
    ...named.slice(robots + 1),
    ...after,
  ];
  // The file defines the ground, which has no grid.
  return names.map((name) => ({ name, isVisible: name !== 'grid', opacity: 1 }));
}

const BELOW_ROBOTS: readonly string[] = ['ranges', 'trails', 'destinations', 'cuts', 'messages'];

function appearanceOf({ kind, rules, ...layer }: ComponentLayer): Appearance {
  return {
    by: rules?.by ?? 'number',
    rules: rules === undefined ? [] : [...rules.fills].map(([key, fill]) => [String(key), paintOf(fill)] as const),
    otherwise: rules?.default === undefined ? { color: PLAIN[kind] } : paintOf(rules.default),
    labels: layer.displayTags ? 'tags' : layer.displayNumbers ? 'ids' : 'none',
    labelColor: cssColour(layer.fontColor),
    turns: layer.enableRotation,
    isRound: layer.circularShape,
  };
}

function paintOf(fill: Fill): Paint {
  return 'color' in fill ? { color: cssColour(fill.color) } : { texture: fill.texture };
}
