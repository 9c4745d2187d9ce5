/** Colours of a picture that may be looked at by day or by night. */
import { DARK, LIGHT, type Theme } from '../style.js';
import { escaped } from './markup.js';

/** As attributes; a type, so that it fits where any attributes do. */
type Paint = { readonly fill?: string; readonly stroke?: string; readonly class?: string };

/**
 * Colours stand in attributes, which every program understands; where the viewer's surroundings are dark, a style sheet
 * overrules them by class. So does a picture in the light theme; in any other it is as it is.
 */
export class Paints {
  private readonly nightly: ReadonlyMap<string, string>;
  private readonly used = new Map<string, number>();
  private names = 0;

  constructor(theme: Theme) {
    this.nightly = theme === LIGHT ? nightColors() : new Map();
  }

  /** One that nothing else in the document has. */
  newName(letter: string): string {
    return `${letter}${this.names++}`;
  }

  fill(color: string): Paint {
    return { fill: color, ...this.classOf('f', color) };
  }

  stroke(color: string): Paint {
    return { fill: 'none', stroke: color, ...this.classOf('s', color) };
  }

  /** For the colours that were asked for so far. */
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

/** What becomes of the colours of the light theme; a test sees to it that each means one thing. */
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
