/**
 * Checks the fields of a message, since an external program may be wrong or hostile. By hand and not by a schema of zod,
 * because it is called for every request.
 */
import { isObject, ProtocolError, type WireMessage } from './wire.js';

export class MessageFields {
  constructor(private readonly message: WireMessage) {}

  text(name: string): string {
    const value = this.message[name];
    return typeof value === 'string' ? value : this.refuse(name, 'a text');
  }

  number(name: string): number {
    const value = this.message[name];
    return typeof value === 'number' ? value : this.refuse(name, 'a number');
  }

  id(name: string): number {
    const value = this.message[name];
    return Number.isSafeInteger(value) && (value as number) >= 0
      ? (value as number)
      : this.refuse(name, 'an integer, 0 or more');
  }

  flag(name: string): boolean {
    const value = this.message[name] ?? false;
    return typeof value === 'boolean' ? value : this.refuse(name, 'true or false');
  }

  object(name: string): WireMessage {
    const value = this.message[name];
    return isObject(value) ? value : this.refuse(name, 'an object');
  }

  optionalObject(name: string): WireMessage | undefined {
    return this.message[name] === undefined ? undefined : this.object(name);
  }

  numbers(name: string): readonly number[] {
    const value = this.message[name];
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'number');
    return isList ? value : this.refuse(name, 'a list of numbers');
  }

  /** An empty list if it is missing. */
  texts(name: string): readonly string[] {
    const value = this.message[name] ?? [];
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
    return isList ? value : this.refuse(name, 'a list of texts');
  }

  /** An empty list if it is missing. */
  objects(name: string): readonly WireMessage[] {
    const value = this.message[name] ?? [];
    return Array.isArray(value) && value.every(isObject) ? value : this.refuse(name, 'a list of objects');
  }

  oneOf<const T extends string>(name: string, words: readonly T[]): T {
    const value = this.message[name];
    return words.find((word) => word === value) ?? this.refuse(name, words.join(', '));
  }

  private refuse(name: string, expected: string): never {
    const what = JSON.stringify(this.message['do'] ?? this.message['call']);
    const value = JSON.stringify(this.message[name])?.slice(0, 80) ?? 'nothing';
    throw new ProtocolError(`${what}, ${name}: expected ${expected}, got ${value}`);
  }
}
