import { describe, expect, test } from '@jest/globals';
import { robot, sceneOf } from '@kineko/tools/kits/scenes';
import {
  colorOf,
  DEFAULT_STYLE,
  frameAt,
  type Present,
  type Style,
  styleWith,
  svgOf,
  type Texture,
  texturesOf,
} from '@kineko/viewer';
import fc from 'fast-check';
import { readVisualization } from '../format/visualization/visualization-reader.js';
import { writeVisualization } from '../format/visualization/visualization-writer.js';
import type { Visualization } from '../format/visualization/visualization.js';
import { cssColour, rgbaOf } from './css-colour.js';
import { lookOfVisualization } from './from-visualization.js';
import { visualizationOf } from './to-visualization.js';

const FILE = `<?xml version="1.0"?>
<visualization zoom="3" maxCPS="12" rewindSpeed="4" fontColor="blue">
  <background texture="floor.png"/>
  <objects displayTags="true" circularShape="true">
    <class-based><default color="cyan"/><class name="a.Lamp" texture="lamp.png"/></class-based>
  </objects>
  <robots displayNumbers="true" enableRotation="true" fontColor="white">
    <tag-based><default color="green"/><tag name="hot" color="1,0.5,0"/><tag name="star" texture="star.png"/></tag-based>
  </robots>
  <additional class="a.b.Hull" arg="3"/>
  <map color="brown"/>
</visualization>`;

const scene = sceneOf(robot(0, 0, 0), robot(1, 20, 0, { tag: 'hot' }), robot(2, 40, 0, { tag: 'star' }));
const { robots } = frameAt(scene, 0);
const texture = (name: string): Texture => ({ image: { name }, width: 1, height: 1, href: `data:,${name}` });

function presentOf(style: Style, more: Partial<Present> = {}): Present {
  return { scene, style, robots, pixelsPerMetre: 5, pace: 30, stepSeconds: 10, own: new Map(), ...more };
}

describe('a visualization file', () => {
  test('sets the order of layers, scale, pace and colours', async () => {
    const { look, wanted } = lookOfVisualization(await readVisualization(FILE, 'config.xml'));
    expect(look).toMatchObject({ pixelsPerMetre: 3, pace: 12, stepSeconds: 4, statusColor: '#0000ff' });
    const order = look.layers.map(({ name }) => name).filter((name) => !/trails|messages|cuts|ranges|dest/.test(name));
    expect(order).toEqual([
      'ground',
      'grid',
      'background 1',
      'objects',
      'robots',
      'a.b.Hull',
      'map',
      'contacts',
      'labels',
      'status',
    ]);
    expect(wanted).toEqual([{ kind: 'additional', className: 'a.b.Hull', arg: '3' }]);
    expect(texturesOf(look)).toEqual(['star.png', 'lamp.png', 'floor.png']);
  });

  test('sets colours or textures of robots by tag', async () => {
    const { look } = lookOfVisualization(await readVisualization(FILE, 'config.xml'));
    const style = styleWith(look, DEFAULT_STYLE, new Map([['star.png', texture('star')]]));
    expect(robots.slice(0, 2).map((each) => colorOf(each, style))).toEqual(['#00ff00', '#ff8000']);
    const picture = svgOf(scene, { x: 0, y: 0, pixelsPerMetre: 2, width: 400, height: 300 }, style, {
      from: 0,
      to: 0,
      pace: 1,
    });
    expect(picture.match(/href="[^"]*"/g)).toEqual(['href="data:,star"']);
    expect(style).toMatchObject({ labels: 'ids', labelColor: '#ffffff', objectLabels: 'tags', objectShape: 'disc' });
    expect(style.robotColors).toMatchObject({ turns: true, isRound: false });
    expect(style.map).toEqual({ color: '#8b4513' });
  });

  test('is written back unchanged', async () => {
    const visualization = await readVisualization(FILE, 'config.xml');
    const { look, wanted } = lookOfVisualization(visualization);
    const own = new Map(wanted.map((each) => [each.className, { className: each.className, arg: each.arg }]));
    const present = presentOf(styleWith(look), { pixelsPerMetre: 3, pace: 12, stepSeconds: 4, own });
    const again = await readVisualization(writeVisualization(visualizationOf(present)), 'again.xml');
    expect(rounded(again)).toEqual(rounded(visualization));
  });
});

/** Colours of pages have 256 steps. */
function rounded(visualization: Visualization): unknown {
  return JSON.parse(
    JSON.stringify(visualization, (_key, value: unknown) => {
      if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
      return typeof value === 'number' ? Math.round(value * 255) : value;
    }),
  );
}

describe('the present look becomes a visualization file', () => {
  test.each(['number', 'tag', 'class', 'state', 'one'] as const)('when robots are coloured by %s', async (coloring) => {
    const text = writeVisualization(visualizationOf(presentOf({ ...DEFAULT_STYLE, coloring })));
    const { look } = lookOfVisualization(await readVisualization(text, 'saved.xml'));
    const style = styleWith(look);
    for (const each of coloring === 'state' ? [] : robots) {
      expect(colorOf(each, style)).toBe(colorOf(each, { ...DEFAULT_STYLE, coloring }));
    }
  });

  test('hidden layers are transparent, and opacities are kept', async () => {
    const layers = DEFAULT_STYLE.layers.map((layer) => ({
      ...layer,
      isVisible: layer.name !== 'robots',
      opacity: layer.name === 'map' ? 0.2 : 1,
    }));
    const visualization = visualizationOf(presentOf({ ...DEFAULT_STYLE, layers }));
    const again = await readVisualization(writeVisualization(visualization), 'saved.xml');
    expect(again.layers.find(({ kind }) => kind === 'robots')).toMatchObject({
      rules: { default: { color: { alpha: 0 } } },
    });
    expect(again.layers.find(({ kind }) => kind === 'map')).toMatchObject({ fill: { color: { alpha: 0.2 } } });
  });

  test('numbers are positive integers, whatever the state of the page', () => {
    const { zoom, maxCps, rewindSpeed } = visualizationOf(
      presentOf(DEFAULT_STYLE, { pixelsPerMetre: 0.01, pace: NaN, stepSeconds: 1e99 }),
    );
    expect([zoom, maxCps, rewindSpeed]).toEqual([1, 1, 2147483647]);
  });
});

test('colours are converted to CSS and back', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(byte, byte, byte, byte, (red, green, blue, alpha) => {
      const rgba = { red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha / 255 };
      expect(rgbaOf(cssColour(rgba))).toEqual(rgba);
    }),
    { seed: 7 },
  );
});
