import { expected } from '@kineko/formats/problem';
import { WiringError } from '../message.js';

interface Named {
  readonly process: { readonly name: string };
}

/** Throws a WiringError that names the protocol and the option, unless the value is valid. */
export function checkOption(protocol: Named, name: string, what: string, value: unknown, isValid: boolean): void {
  if (isValid) return;
  throw new WiringError(`${protocol.process.name}, ${protocol.constructor.name}: ${name}: ${expected(what, value)}`);
}

/** Checks a finite number of seconds, 0 or more. */
export function checkSeconds(protocol: Named, name: string, value: number): void {
  checkOption(protocol, name, 'a number of seconds, 0 or more', value, value >= 0 && value < Infinity);
}
