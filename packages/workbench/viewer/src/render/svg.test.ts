import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { deliver, drop, leg, robot, sceneOf, send } from '@kineko/tools/kits/scenes';
import { DARK, LIGHT, project, type View } from '@kineko/ui';
import { AnimatedSvg, attribute, stepAt, valuesAt } from '../../test/animated-svg.js';
import { FADES } from './layers/trails.js';
import { DEFAULT_STYLE, type Style } from './style.js';
import { svgOf } from './svg.js';

const view: View = { x: 0, y: 0, pixelsPerMetre: 4, width: 400, height: 300 };
const area: TraceRecord = { type: 'world', time: 0, area: [-40, -30, 40, 30], walled: false, response: 'stop' };

/** All kinds of legs, one of them cut, and a jump. */
const scene = sceneOf(
  area,
  robot(0, -20, 0),
  robot(1, 20, 10, { tag: 'the <second> & "last"' }),
  leg(0, { kind: 'turn', x: -20, y: 0, heading: 0, start: 1, end: 3, turnRate: 0.5 }),
  leg(0, { kind: 'line', x: -20, y: 0, heading: 1, start: 3, end: 9, vx: 2, vy: 1 }),
  leg(0, { kind: 'arc', x: -14, y: 3, heading: 1, start: 6, end: 12, speed: 3, turnRate: 0.8 }),
  leg(0, { kind: 'rest', x: 5, y: 5, heading: 2, start: 14, end: Infinity }),
  leg(0, {
    kind: 'curve',
    x: 5,
    y: 5,
    heading: 2,
    start: 15,
    end: 19,
    knots: [15, 5, 5, 6, 0, 2, 17, 8, 9, 0, 6, 2.5, 19, 5, 14, -6, 0, 3],
  }),
  { type: 'log', time: 20, process: 0, logger: 'a', level: 'info', text: 'the end' },
);

function read<T>(text: string, look: (svg: AnimatedSvg) => T): T {
  const svg = new AnimatedSvg(text);
  try {
    return look(svg);
  } finally {
    svg.dispose();
  }
}

describe('an instant', () => {
  test('equals the picture on a canvas', () => {
    read(svgOf(scene, view, DEFAULT_STYLE, { at: 6 }), (svg) => {
      const [root] = svg.find('/s:svg');
      expect([attribute(root!, 'width'), attribute(root!, 'height'), attribute(root!, 'viewBox')]).toEqual([
        '400',
        '300',
        '0 0 400 300',
      ]);
      expect(svg.find('//s:animate|//s:animateTransform')).toEqual([]);
      expect(svg.text('//s:title')).toEqual(['t = 6.0 s']);
      expect(svg.text('//s:text')).toEqual(['0', '1']);
      const discs = svg.find(`//s:path[@fill="${LIGHT.palette[0]}"]`).map((each) => attribute(each, 'd'));
      const { x, y } = project(view, scene.robots.get(0)!.poseAt(6)!);
      expect(discs[0]).toMatch(new RegExp(`^M${x + 20} ${y}A20 20 0 0 1 ${x - 20} ${y}A20 20 0 0 1 ${x + 20} ${y}$`));
    });
  });

  test('escapes what people have written', () => {
    const text = svgOf(scene, view, { ...DEFAULT_STYLE, labels: 'tags' }, { at: 0 });
    read(text, (svg) => expect(svg.text('//s:text')).toContain('the <second> & "last"'));
    const evil = sceneOf(robot(0, 0, 0, { tag: '</text><script>alert(1)</script>\u0000\u001b' }));
    const drawn = svgOf(evil, view, { ...DEFAULT_STYLE, labels: 'tags' }, { at: 0 });
    expect(drawn).not.toContain('<script');
    read(drawn, (svg) => expect(svg.find('//s:script')).toEqual([]));
  });

  test('adapts to dark mode, if it is in the light theme', () => {
    const light = svgOf(scene, view, DEFAULT_STYLE, { at: 0 });
    read(light, (svg) => {
      const [style] = svg.text('//s:style');
      expect(style).toContain('@media (prefers-color-scheme:dark){');
      const [ground] = svg.find(`//s:rect[@fill="${LIGHT.ground}"]`);
      expect(style).toContain(`.${attribute(ground!, 'class')}{fill:${DARK.ground}}`);
    });
    read(svgOf(scene, view, { ...DEFAULT_STYLE, theme: DARK }, { at: 0 }), (svg) => {
      expect(svg.find('//s:style')).toEqual([]);
      expect(svg.find(`//s:rect[@fill="${DARK.ground}"]`)).toHaveLength(1);
    });
  });

  test('may have layers of authors', () => {
    const own = [
      {
        name: 'mine',
        draw: ({ context }: { context: { fillText(t: string, x: number, y: number): void } }) =>
          context.fillText('mine', 1, 2),
      },
    ];
    read(svgOf(scene, view, DEFAULT_STYLE, { at: 0, own }), (svg) => expect(svg.text('//s:text').at(-1)).toBe('mine'));
  });
});

describe('a stretch of time', () => {
  const stretch = { from: 0, to: 20, pace: 4 };
  const film = svgOf(scene, view, DEFAULT_STYLE, stretch);

  test('moves its robots as their legs do, to a fraction of a pixel, at every instant', () => {
    read(film, (svg) => {
      const [moving] = svg.find('//s:animateTransform[@type="translate"]');
      const [turning] = svg.find('//s:animateTransform[@type="rotate"]');
      expect([attribute(moving!, 'dur'), attribute(moving!, 'repeatCount')]).toEqual(['5s', 'indefinite']);
      const track = scene.robots.get(0)!;
      // Between the two instants of the jump the position is undefined.
      for (let time = 0.013; time < 20; time += 0.0371) {
        const pose = track.poseAt(time)!;
        const place = project(view, pose);
        const [x, y] = valuesAt(moving!, time / 20) as [number, number];
        expect(Math.hypot(x - place.x, y - place.y)).toBeLessThan(0.2);
        const [degrees] = valuesAt(turning!, time / 20) as [number];
        expect(Math.abs(degrees + (pose.heading * 180) / Math.PI)).toBeLessThan(0.5);
      }
    });
  });

  test('has few keyframes: one per leg, and some on bends', () => {
    read(film, (svg) => {
      const [moving, ...others] = svg.find('//s:animateTransform[@type="translate"]');
      expect(attribute(moving!, 'keyTimes')!.split(';').length).toBeLessThan(80);
      // A standing robot needs none.
      expect(others).toEqual([]);
    });
    expect(film.length).toBeLessThan(8000);
  });

  test('starts at the requested time', () => {
    read(svgOf(scene, view, DEFAULT_STYLE, { from: 4, to: 8, pace: 1 }), (svg) => {
      const [moving] = svg.find('//s:animateTransform[@type="translate"]');
      expect(attribute(moving!, 'dur')).toBe('4s');
      for (const time of [4, 5, 6.5, 8]) {
        const place = project(view, scene.robots.get(0)!.poseAt(time)!);
        const [x, y] = valuesAt(moving!, (time - 4) / 4);
        expect(Math.hypot(x! - place.x, y! - place.y)).toBeLessThan(0.2);
      }
    });
  });

  test('keeps the followed robot in the centre', () => {
    read(svgOf(scene, view, DEFAULT_STYLE, { ...stretch, follow: 0 }), (svg) => {
      const [world, own] = svg.find('//s:animateTransform[@type="translate"]');
      for (const time of [0.5, 4, 7, 13, 18]) {
        const [shift, place] = [valuesAt(world!, time / 20), valuesAt(own!, time / 20)];
        expect(Math.abs(shift[0]! + place[0]! - 200)).toBeLessThan(0.3);
        expect(Math.abs(shift[1]! + place[1]! - 150)).toBeLessThan(0.3);
      }
    });
  });

  test('shows the trail of the last seconds, which fades by age like that of a still', () => {
    read(svgOf(scene, view, { ...DEFAULT_STYLE, trailSeconds: 2 }, stretch), (svg) => {
      const windows = svg.find('//s:use[s:animate/@attributeName="stroke-dasharray"]');
      expect(windows.map((window) => Number(attribute(window, 'opacity')))).toEqual(FADES);
      const partsAt = (time: number) =>
        svg
          .find('//s:use/s:animate[@attributeName="stroke-dasharray"]')
          .map((each) => valuesAt(each, time / 20).slice(1, 3) as [start: number, length: number]);
      // A bit more than two metres per second, four pixels per metre, for half a second each, one after the other.
      const parts = partsAt(5.5);
      let [next] = parts[0]!;
      for (const [start, length] of parts) {
        expect(start).toBeCloseTo(next, 0);
        expect(length).toBeCloseTo(0.5 * 4 * Math.hypot(2, 1), 0);
        next = start + length;
      }
      expect(partsAt(2.9).map(([, length]) => length)).toEqual(FADES.map(() => 0));
    });
    read(svgOf(scene, view, { ...DEFAULT_STYLE, trailSeconds: 0 }, stretch), (svg) => {
      expect(svg.find('//s:animate[@attributeName="stroke-dasharray"]')).toEqual([]);
    });
  });

  test('without duration is an instant', () => {
    read(svgOf(scene, view, DEFAULT_STYLE, { from: 5, to: 5, pace: 1 }), (svg) => {
      expect(svg.find('//s:animate|//s:animateTransform')).toEqual([]);
    });
  });

  test('shows messages in transit, and where they were lost', () => {
    const talk = sceneOf(
      area,
      robot(0, -20, 0),
      robot(1, 20, 0),
      send(2, 0, [1], 1),
      send(4, 1, [0], 1),
      drop(6, 1, 0, 1),
      send(8, 0, [1], 2),
      deliver(10, 0, 1, 1),
      { type: 'touch', time: 10, robot: 0, other: { kind: 'obstacle', id: 0 } },
      { type: 'log', time: 12, process: 0, logger: 'a', level: 'info', text: 'the end' },
    );
    read(svgOf(talk, view, DEFAULT_STYLE, { from: 0, to: 12, pace: 1 }), (svg) => {
      const messages = svg.find(`//s:g[@fill="${LIGHT.message}"]/s:circle`);
      expect(messages).toHaveLength(3);
      const [first] = messages;
      const [moving] = first!.find('s:animateTransform', { s: 'http://www.w3.org/2000/svg' });
      const [seen] = first!.find('s:animate', { s: 'http://www.w3.org/2000/svg' });
      expect(valuesAt(moving as never, 6 / 12)).toEqual([200, 150]);
      expect([1, 3, 9, 11].map((time) => stepAt(seen as never, time / 12))).toEqual([
        'hidden',
        'visible',
        'visible',
        'hidden',
      ]);
      const [lost] = svg.find(`//s:path[@stroke="${LIGHT.lost}"]`);
      expect(attribute(lost!, 'd')).toBe('M116 146l8 8m0 -8l-8 8');
      const [contact] = svg.find(`//s:g[@stroke="${LIGHT.contact}"]/s:circle/s:animate`);
      expect([0.5, 10 / 12 + 0.001, 1].map((share) => Math.round(valuesAt(contact!, share)[0]!))).toEqual([0, 1, 0]);
    });
  });

  test('leaves out messages if there are too many', () => {
    const many = sceneOf(
      robot(0, 0, 0),
      robot(1, 9, 9),
      ...Array.from({ length: 500 }, (_, k) => send(k / 100, 0, [1], k)),
    );
    expect(svgOf(many, view, DEFAULT_STYLE, { from: 0, to: 5, pace: 1 }).length).toBeLessThan(4000);
  });

  test('changes the colour of a robot that crashes', () => {
    const crash = sceneOf(
      robot(0, 0, 0),
      { type: 'crash', time: 4, process: 0 },
      { type: 'recover', time: 6, process: 0 },
      { type: 'log', time: 10, process: 0, logger: 'a', level: 'info', text: 'the end' },
    );
    read(svgOf(crash, view, DEFAULT_STYLE, { from: 0, to: 10, pace: 1 }), (svg) => {
      const [color] = svg.find('//s:animate[@attributeName="fill"]');
      expect([0.3, 0.5, 0.7].map((share) => stepAt(color!, share))).toEqual([
        LIGHT.palette[0],
        LIGHT.crashed,
        LIGHT.palette[0],
      ]);
    });
  });

  test('shows only the layers that are visible', () => {
    const layers = DEFAULT_STYLE.layers.map((layer) => ({ ...layer, isVisible: layer.name === 'robots' }));
    const style: Style = { ...DEFAULT_STYLE, layers };
    read(svgOf(scene, view, style, stretch), (svg) => {
      expect(svg.text('//s:text')).toEqual([]);
      expect(svg.find(`//s:rect[@fill="${LIGHT.ground}"]`)).toEqual([]);
      expect(svg.find('//s:circle').length).toBeGreaterThan(0);
    });
  });
});
