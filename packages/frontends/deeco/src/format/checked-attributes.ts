/** Reads attributes that the schema has checked already, and collects the problems that a schema cannot find. */
import { expected, type Place, type Problem } from '@kineko/formats/problem';
import { MAX_SYNTAX_PROBLEMS } from '@kineko/formats/text';
import type { XmlElement } from '@kineko/formats/xml';
import type { Placed } from './scenario/scenario.js';

/** The largest `int` of Java. */
const MAX_INTEGER = 2_147_483_647;

export class CheckedAttributes {
  readonly problems: Problem[] = [];

  report(place: Place, text: string): void {
    if (this.problems.length < MAX_SYNTAX_PROBLEMS) this.problems.push({ severity: 'error', place, text });
  }

  /** Reports the value of an attribute that is present. */
  reportValue(element: XmlElement, name: string, what: string): void {
    const { value, place } = element.attributes.get(name)!;
    this.report(place, `${name} of <${element.name}>: ${expected(what, value)}`);
  }

  /** The schema has checked that it is an integer from 1 on. */
  integer(element: XmlElement, name: string, otherwise: number): Placed<number> {
    const attribute = element.attributes.get(name);
    const value = Number(attribute?.value ?? otherwise);
    if (value > MAX_INTEGER) this.reportValue(element, name, `an integer from 1 to ${MAX_INTEGER}`);
    return { value, place: attribute?.place ?? element.place };
  }
}
