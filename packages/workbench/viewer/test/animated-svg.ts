/** Evaluates animated SVG like a player, by the times and values of its lists. */
import { XmlDocument, type XmlElement } from 'libxml2-wasm';

const SVG = { s: 'http://www.w3.org/2000/svg' };

export class AnimatedSvg {
  private readonly document: XmlDocument;

  /** Throws if it is not well-formed. */
  constructor(text: string) {
    this.document = XmlDocument.fromString(text);
  }

  find(path: string): XmlElement[] {
    return this.document.root.find(path, SVG) as XmlElement[];
  }

  text(path: string): string[] {
    return this.find(path).map(({ content }) => content);
  }

  dispose(): void {
    this.document.dispose();
  }
}

export function attribute(element: XmlElement, name: string): string | undefined {
  return element.attr(name)?.value;
}

/** The values of a list at a part of its duration, interpolated or in steps. */
export function valuesAt(animation: XmlElement, share: number): number[] {
  const times = attribute(animation, 'keyTimes')!.split(';').map(Number);
  const values = attribute(animation, 'values')!
    .split(';')
    .map((each) => each.split(' ').map(Number));
  if (times.length !== values.length) throw new Error(`${times.length} times and ${values.length} values`);
  if (times[0] !== 0 || times.at(-1) !== 1) throw new Error(`times go from ${times[0]} to ${times.at(-1)}`);
  if (times.some((time, k) => k > 0 && time < times[k - 1]!)) throw new Error('times fall');
  const k = Math.min(
    times.findLastIndex((time) => time <= share),
    times.length - 2,
  );
  const [a, b] = [values[k]!, values[k + 1]!];
  const seconds = times[k + 1]! - times[k]!;
  const part = seconds === 0 ? 1 : (share - times[k]!) / seconds;
  return a.map((value, i) => value + (b[i]! - value) * part);
}

/** The text of an attribute that changes by steps. */
export function stepAt(animation: XmlElement, share: number): string {
  const times = attribute(animation, 'keyTimes')!.split(';').map(Number);
  const values = attribute(animation, 'values')!.split(';');
  return values[times.findLastIndex((time) => time <= share)]!;
}
