import { expected } from '@kineko/formats/problem';
import type { NekoProcess } from '@kineko/neko';

/** A parameter that an author's code cannot use. */
export class ParameterError extends RangeError {
  override readonly name = 'ParameterError';

  /** @param key As a configuration has it: `Gathering.speed`. */
  constructor(
    readonly key: string,
    text: string,
  ) {
    super(`${key}: ${text}`);
  }
}

/** What a configuration says to an author's class. */
export class Parameters {
  private readonly values: ReadonlyMap<string, string>;

  constructor(
    owner: Pick<NekoProcess, 'parameters'>,
    private readonly className: string,
  ) {
    this.values = owner.parameters(className);
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  text(name: string, otherwise: string): string {
    return this.values.get(name) ?? otherwise;
  }

  number(name: string, otherwise: number): number {
    const text = this.values.get(name);
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) throw this.error(name, text, 'a number');
    return value;
  }

  boolean(name: string, otherwise: boolean): boolean {
    const text = this.values.get(name);
    if (text === undefined) return otherwise;
    if (text !== 'true' && text !== 'false') throw this.error(name, text, 'true or false');
    return text === 'true';
  }

  private error(name: string, text: string, what: string): ParameterError {
    return new ParameterError(`${this.className}.${name}`, expected(what, text));
  }
}
