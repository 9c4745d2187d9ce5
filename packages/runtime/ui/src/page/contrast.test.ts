/** Contrast, by the Web Content Accessibility Guidelines (2.2, 1.4.3 and 1.4.11). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { inkOn, rgbOf } from '@kineko/viewer';
import { DARK, LIGHT } from '../drawing/map-theme.js';

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8');

/** The colour variables of a rule. */
function variablesOf(selector: string): ReadonlyMap<string, string> {
  const from = css.indexOf(`${selector} {`);
  const rule = css.slice(from, css.indexOf('}', from));
  return new Map([...rule.matchAll(/--([a-z]+): (#[\da-f]{6});/g)].map(([, name, color]) => [name!, color!]));
}

function luminanceOf(color: string): number {
  const [red, green, blue] = rgbOf(color)!.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [a, b].map(luminanceOf).sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

describe.each([
  ['light', '.app', LIGHT],
  ['dark', ".app[data-theme='dark']", DARK],
] as const)('in the %s theme', (_name, selector, theme) => {
  const colors = variablesOf(selector);
  test.each([
    ['ink', 'paper'],
    ['ink', 'card'],
    ['soft', 'paper'],
    ['soft', 'card'],
    ['bad', 'card'],
    // Pressed buttons.
    ['card', 'accent'],
  ])('%s on %s is legible', (text, ground) => {
    expect(contrast(colors.get(text)!, colors.get(ground)!)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['accent', 'card'],
    ['accent', 'paper'],
    ['soft', 'paper'],
  ])('%s on %s is visible: focus, sliders, thumbs', (shape, ground) => {
    expect(contrast(colors.get(shape)!, colors.get(ground)!)).toBeGreaterThanOrEqual(3);
  });

  test.each(['ink', 'message', 'lost'] as const)('%s is legible in the picture', (name) => {
    for (const ground of [theme.ground, theme.background]) {
      expect(contrast(theme[name], ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('numbers on robots are legible', () => {
    for (const color of [...theme.palette, theme.crashed]) {
      expect([color, contrast(inkOn(color), color) >= 4.5]).toEqual([color, true]);
    }
  });
});
