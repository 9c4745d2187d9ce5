/**
 * Compares pictures, drawn without a display and by a real browser, with stored ones. They may differ only in the smoothing of
 * edges. KINEKO_WRITE=1 npm run jest -- pictures.test rewrites them: check them before you commit.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BinaryWriter, binaryHeader, type TraceRecord } from '@kineko/formats/trace';
import { fit } from '@kineko/ui';
import {
  boundsOf,
  DEFAULT_STYLE,
  draw,
  frameAt,
  type LayerSetting,
  type Look,
  Scene,
  styleWith,
  svgOf,
  type Texture,
} from '@kineko/viewer';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { runConfig } from '../src/testing.js';
import { showInViewer } from '../src/viewer-server.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { REPOSITORY, Workspace } from './command-line.js';

const SIZE = { width: 240, height: 180 };
/** Difference of a colour (of 255) from which a pixel counts as different, and the allowed share of such pixels. */
const TOLERANCE = 48;
const MAX_STRANGE = 0.01;

/** Without text, since fonts differ between machines. */
const SPEECHLESS: readonly LayerSetting[] = DEFAULT_STYLE.layers.map(({ name }) => ({
  name,
  isVisible: name !== 'labels' && name !== 'status' && name !== 'messages',
  opacity: 1,
}));

interface Case {
  readonly name: string;
  readonly at: number;
  readonly look: Look;
  readonly records: () => Promise<readonly TraceRecord[]>;
}

const robot = (id: number, x: number, y: number, tag = ''): TraceRecord => {
  return { type: 'robot', time: 0, robot: id, radius: 6, x, y, heading: (id * Math.PI) / 3, tag };
};
const cut = (from: number, to: number): TraceRecord => {
  return { type: 'drop', time: 1, process: to, message: 1, from, messageType: 'M', reason: 'the link is cut' };
};
const GROUND: TraceRecord = { type: 'world', time: 0, area: [0, 0, 80, 60], walled: true, response: 'stop' };

const CASES: readonly Case[] = [
  {
    name: 'ask-for-help',
    at: 20,
    look: { layers: SPEECHLESS },
    records: async () => (await runConfig(`${REPOSITORY}examples/ask-for-help/robotsim.config`)).records,
  },
  {
    name: 'partition',
    at: 2,
    look: { layers: SPEECHLESS, theme: 'dark' },
    records: async () => [
      GROUND,
      robot(0, 15, 15),
      robot(1, 15, 45),
      robot(2, 65, 15),
      robot(3, 65, 45),
      ...[2, 3].flatMap((to) => [cut(0, to), cut(1, to)]),
      { type: 'crash', time: 1.5, process: 3 },
      { type: 'warning', time: 2, text: 'the end' },
    ],
  },
  {
    name: 'textures',
    at: 1,
    look: {
      layers: [
        { name: 'background 1', isVisible: true, opacity: 1 },
        ...SPEECHLESS.filter(({ name }) => name !== 'ground'),
      ],
      backgrounds: [{ color: '#cfe8d5' }],
      map: { color: '#8b4513' },
      robots: {
        by: 'tag',
        rules: [
          ['star', { texture: 'arrow.png' }],
          ['hot', { color: '#ff8000' }],
        ],
        otherwise: { color: '#0000ff' },
        labels: 'none',
        turns: true,
        isRound: true,
      },
    },
    records: async () => [
      GROUND,
      { type: 'obstacle', time: 0, obstacle: 0, name: '', shape: { kind: 'box', x: 35, y: 5, width: 8, height: 30 } },
      robot(1, 15, 15, 'star'),
      robot(2, 15, 45, 'star'),
      robot(3, 60, 15, 'hot'),
      robot(4, 60, 45),
      { type: 'warning', time: 1, text: 'the end' },
    ],
  },
];

/** Red below, yellow in front. */
function arrow(): Buffer {
  const canvas = createCanvas(32, 32);
  const context = canvas.getContext('2d');
  context.fillStyle = '#cc0000';
  context.fillRect(0, 0, 32, 32);
  context.fillStyle = '#ffee00';
  context.fillRect(0, 0, 32, 12);
  return canvas.toBuffer('image/png');
}
const ARROW = arrow();
const PICTURES = { 'arrow.png': `data:image/png;base64,${ARROW.toString('base64')}` };

async function pixelsOf(png: Uint8Array): Promise<Uint8ClampedArray> {
  const image = await loadImage(Buffer.from(png));
  expect([image.width, image.height]).toEqual([SIZE.width, SIZE.height]);
  const context = createCanvas(SIZE.width, SIZE.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, SIZE.width, SIZE.height).data;
}

/** Share of different pixels. */
function strangeShare(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let strange = 0;
  for (let k = 0; k < a.length; k += 4) {
    if ([0, 1, 2].some((part) => Math.abs(a[k + part]! - b[k + part]!) > TOLERANCE)) strange++;
  }
  return strange / (a.length / 4);
}

async function drawnHere({ at, look }: Case, records: readonly TraceRecord[]): Promise<Uint8Array> {
  const scene = new Scene();
  for (const record of records) scene.add(record);
  const texture: Texture = { image: await loadImage(ARROW), width: 32, height: 32, href: PICTURES['arrow.png'] };
  const canvas = createCanvas(SIZE.width, SIZE.height);
  draw({
    context: canvas.getContext('2d'),
    scene,
    frame: frameAt(scene, at, 1),
    view: fit(boundsOf(scene), SIZE.width, SIZE.height),
    style: styleWith(look, undefined, new Map([['arrow.png', texture]])),
  });
  return canvas.toBuffer('image/png');
}

let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

describe.each(CASES)('the picture of $name', (each) => {
  const file = fileURLToPath(new URL(`pictures/${each.name}.png`, import.meta.url));

  test('drawn without a display is the stored one', async () => {
    const png = await drawnHere(each, await each.records());
    if (process.env['KINEKO_WRITE'] === '1') writeFileSync(file, png);
    expect(strangeShare(await pixelsOf(png), await pixelsOf(readFileSync(file)))).toBeLessThan(MAX_STRANGE);
  });

  test('drawn by a browser is the stored one', async () => {
    const writer = new BinaryWriter();
    for (const record of await each.records()) writer.append(record);
    const workspace = new Workspace({ 'trace.bin': Buffer.concat([binaryHeader(), writer.take()]) });
    const opening = { look: { ...each.look, pace: 1 }, at: each.at, size: SIZE, pictures: PICTURES };
    const { url, close } = await showInViewer(
      { kind: 'file', path: workspace.of('trace.bin'), name: 'run' },
      { port: 0, opening: { ...opening, look: { theme: 'light', ...opening.look } } },
    );
    const page = await browser.context.newPage();
    try {
      await page.goto(url);
      await page.locator('#clock', { hasText: `${each.at.toFixed(2)} /` }).waitFor();
      const address = await page.evaluate<string>(
        `new Promise((done) => {
          kineko.hasLegend.value = false;
          requestAnimationFrame(() => done(document.querySelector('#stage').toDataURL()));
        })`,
      );
      const png = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
      expect(strangeShare(await pixelsOf(png), await pixelsOf(readFileSync(file)))).toBeLessThan(MAX_STRANGE);
    } finally {
      await page.close();
      await close();
    }
  });
});

test('the trails of an animated SVG are those of a still, at any instant', async () => {
  const scene = new Scene();
  const leg = { kind: 'line', x: 5, y: 30, heading: 0, start: 0, end: 30, vx: 2, vy: 0.5 } as const;
  for (const record of [GROUND, robot(0, 5, 30), { type: 'leg', time: 0, robot: 0, leg } as const]) scene.add(record);
  const layers = SPEECHLESS.filter(({ name }) => name === 'ground' || name === 'trails');
  const [view, style] = [fit(boundsOf(scene), SIZE.width, SIZE.height), { ...styleWith({ layers }), trailSeconds: 16 }];
  const page = await browser.context.newPage();
  // Without the progress bar of the film.
  const clip = { x: 0, y: 0, width: SIZE.width, height: SIZE.height - 2 };
  const shot = async (svg: string, seconds: number): Promise<Uint8ClampedArray> => {
    await page.setContent(`<body style="margin: 0">${svg}`);
    await page.evaluate<void>(`{
      const svg = document.querySelector('svg');
      svg.pauseAnimations();
      svg.setCurrentTime(${seconds});
    }`);
    const image = await loadImage(await page.screenshot({ clip }));
    const context = createCanvas(clip.width, clip.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, clip.width, clip.height).data;
  };
  try {
    for (const at of [9, 20]) {
      const film = await shot(svgOf(scene, view, style, { from: 0, to: 25, pace: 1 }), at);
      const still = await shot(svgOf(scene, view, style, { at }), 0);
      expect(new Set(still).size).toBeGreaterThan(8);
      expect(film.every((value, k) => Math.abs(value - still[k]!) < 24)).toBe(true);
    }
  } finally {
    await page.close();
  }
});

test('distinguishes a different picture', async () => {
  const [first, second] = await Promise.all(
    [CASES[1]!, CASES[2]!].map(async (each) => pixelsOf(await drawnHere(each, await each.records()))),
  );
  expect(strangeShare(first!, second!)).toBeGreaterThan(10 * MAX_STRANGE);
});
