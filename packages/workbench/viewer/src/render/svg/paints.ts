/** Colours of an SVG for light and dark mode. */
import { DARK, LIGHT, type Theme } from '@kineko/ui';
import { escaped } from './markup.js';

/** A type, not an interface, so that it is assignable to attributes. */
type Paint = { readonly fill?: string; readonly stroke?: string; readonly class?: string };

/**
 * Colours are attributes, which every program understands. In a picture of the light theme, a style sheet overrides them by class
 * in dark mode; other themes stay unchanged.
 */
export class Paints {
  private readonly nightly: ReadonlyMap<string, string>;
  private readonly used = new Map<string, number>();
  private names = 0;

  constructor(theme: Theme) {
    this.nightly = theme === LIGHT ? nightColors() : new Map();
  }

  /** Returns a name that is unique in the document. */
  newName(letter: string): string {
    return `${letter}${this.names++}`;
  }

  fill(color: string): Paint {
    return { fill: color, ...this.classOf('f', color) };
  }

  stroke(color: string): Paint {
    return { fill: 'none', stroke: color, ...this.classOf('s', color) };
  }

  /** Rules for the colours used so far. */
  get styleSheet(): string {
    if (this.used.size === 0) return '';
    let rules = '';
    for (const [key, number] of this.used) {
      const [letter, color] = [key[0]!, key.slice(1)];
      const property = letter === 'f' ? 'fill' : 'stroke';
      rules += `.${letter}${number}{${property}:${this.nightly.get(color)!}}`;
    }
    return `<style>${escaped(`@media (prefers-color-scheme:dark){${rules}}`)}</style>`;
  }

  private classOf(letter: 'f' | 's', color: string): { readonly class?: string } {
    if (!this.nightly.has(color)) return {};
    const key = letter + color;
    let number = this.used.get(key);
    if (number === undefined) this.used.set(key, (number = this.used.size));
    return { class: `${letter}${number}` };
  }
}

/** Maps colours of the light theme to the dark theme; a test checks that the mapping is unique. */
function nightColors(): Map<string, string> {
  const colors = new Map<string, string>();
  for (const [name, light] of Object.entries(LIGHT) as [keyof Theme, string | readonly string[]][]) {
    const dark = DARK[name];
    if (typeof light === 'string') colors.set(light, dark as string);
    else for (const [k, color] of light.entries()) colors.set(color, dark[k]!);
  }
  for (const [light, dark] of colors) if (light === dark) colors.delete(light);
  return colors;
}
