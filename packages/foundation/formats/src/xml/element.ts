/**
 * XML as plain data: elements and attributes, each with its position. Texts between them have no meaning in the files read
 * here.
 */
import type { Place } from '../problem.js';

export interface XmlElement {
  /** With its prefix, if any. */
  readonly name: string;
  readonly place: Place;
  /** By name with prefix. */
  readonly attributes: ReadonlyMap<string, XmlAttribute>;
  readonly children: readonly XmlElement[];
}

export interface XmlAttribute {
  readonly value: string;
  readonly place: Place;
}
