/** Writes visualization files that read back to the same contents; default values are left out. */
import { expected, shown } from '@kineko/formats/problem';
import { colourText, type Rgba } from './colours.js';
import {
  type ComponentLayer,
  DEFAULTS,
  type Fill,
  type VisualizationLayer,
  type Rules,
  type Visualization,
} from './visualization.js';

/** Throws a RangeError for contents that a file cannot express. */
export function writeVisualization({ zoom, maxCps, rewindSpeed, fontColor, layers }: Visualization): string {
  const attributes = {
    zoom: whole('zoom', zoom, DEFAULTS.zoom),
    maxCPS: whole('maxCps', maxCps, DEFAULTS.maxCps),
    rewindSpeed: whole('rewindSpeed', rewindSpeed, DEFAULTS.rewindSpeed),
    fontColor: fontText(fontColor),
  };
  requireSingle(layers);
  const lines = element('visualization', attributes, layers.flatMap(layerLines));
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ''].join('\n');
}

function requireSingle(layers: readonly VisualizationLayer[]): void {
  for (const kind of ['map', 'robots', 'objects'] as const) {
    const count = layers.filter((layer) => layer.kind === kind).length;
    if (count > 1) throw new RangeError(`layers of the kind ${kind}: ${expected('one', count)}`);
  }
}

function layerLines(layer: VisualizationLayer): string[] {
  switch (layer.kind) {
    case 'map':
    case 'background':
      return element(layer.kind, fillAttributes(layer.fill));
    case 'additional':
      return element('additional', { class: layer.className, arg: layer.arg });
    case 'robots':
    case 'objects':
      return componentLines(layer);
  }
}

function componentLines({ kind, rules, fontColor, ...flags }: ComponentLayer): string[] {
  const attributes = {
    displayNumbers: flag(flags.displayNumbers),
    displayTags: flag(flags.displayTags),
    enableRotation: flag(flags.enableRotation),
    circularShape: flag(flags.circularShape),
    fontColor: fontText(fontColor),
  };
  return element(kind, attributes, rules === undefined ? [] : ruleLines(rules));
}

function ruleLines(rules: Rules): string[] {
  const key = rules.by === 'number' ? 'number' : 'name';
  const otherwise = rules.default === undefined ? [] : element('default', fillAttributes(rules.default));
  const lines = [...rules.fills].flatMap(([value, fill]: readonly [string | number, Fill]) => {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      throw new RangeError(`number of a rule: ${expected('an integer', value)}`);
    }
    return element(rules.by, { [key]: String(value), ...fillAttributes(fill) });
  });
  return element(`${rules.by}-based`, {}, [...otherwise, ...lines]);
}

type Attributes = Readonly<Record<string, string | undefined>>;

function fillAttributes(fill: Fill): Attributes {
  if ('color' in fill) return { color: colourText(fill.color) };
  if (fill.texture === '') throw new RangeError(`texture: ${expected('the name of a file', '')}`);
  return { texture: fill.texture };
}

function fontText(color: Rgba): string | undefined {
  const text = colourText(color);
  return text === colourText(DEFAULTS.fontColor) ? undefined : text;
}

function flag(value: boolean): string | undefined {
  return value ? 'true' : undefined;
}

function whole(what: string, value: number, otherwise: number): string | undefined {
  if (Number.isInteger(value) && value >= 1 && value < 0x8000_0000)
    return value === otherwise ? undefined : String(value);
  throw new RangeError(`${what}: ${expected('an integer from 1 to 2147483647', value)}`);
}

/** Attributes that are undefined are left out. */
function element(name: string, attributes: Attributes, children: readonly string[] = []): string[] {
  let start = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) start += ` ${key}="${attributeText(value)}"`;
  }
  if (children.length === 0) return [`${start}/>`];
  return [`${start}>`, ...children.map((line) => `  ${line}`), `</${name}>`];
}

/** Characters that XML does not allow: control characters, lone surrogates and two non-characters. */
// eslint-disable-next-line no-control-regex -- control characters are what it searches for
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped, a reader would take these for spaces.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function attributeText(text: string): string {
  if (IMPOSSIBLE.test(text)) throw new RangeError(`${shown(text)} has a character that XML does not allow`);
  return text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character]!);
}
