/** XML as plain data: elements and attributes, each with its place; texts between them mean nothing in the files read here. */
import type { Place } from '../problem.js';

export interface XmlElement {
  /** As it is written, with its prefix if it has one. */
  readonly name: string;
  readonly place: Place;
  /** By their names, as they are written. */
  readonly attributes: ReadonlyMap<string, XmlAttribute>;
  readonly children: readonly XmlElement[];
}

export interface XmlAttribute {
  readonly value: string;
  readonly place: Place;
}
