/** The tables of `records.ts` as lists, in the form in which writers and readers are built from them. */
import {
  type FieldType,
  LEG_START,
  LEGS,
  PARTIES,
  type PlainType,
  RECORD_START,
  RECORDS,
  type Row,
} from './records.js';

export interface Field {
  readonly name: string;
  /** A plain type, or a list of words. */
  readonly type: PlainType | readonly string[];
  readonly isOptional: boolean;
  readonly doc: string;
}

export interface Variant {
  readonly name: string;
  readonly number: number;
  readonly doc: string;
  /** The fields of all variants first. */
  readonly fields: readonly Field[];
}

/** A union of objects that differ in one member, the key. */
export interface Shape {
  readonly key: 'type' | 'kind';
  readonly variants: readonly Variant[];
}

export const RECORD: Shape = shapeOf('type', RECORD_START, RECORDS);
export const LEG: Shape = shapeOf('kind', LEG_START, LEGS);
export const PARTY: Shape = shapeOf('kind', {}, PARTIES);

function shapeOf(key: Shape['key'], start: Row['fields'], rows: Readonly<Record<string, Row>>): Shape {
  const variants = Object.entries(rows).map(([name, { number, doc, fields }]) => ({
    name,
    number,
    doc,
    fields: Object.entries({ ...start, ...fields }).map(([field, [type, meaning]]) => fieldOf(field, type, meaning)),
  }));
  return { key, variants };
}

function fieldOf(name: string, type: FieldType, doc: string): Field {
  if (typeof type !== 'string') return { name, type, isOptional: false, doc };
  return { name, type: type.replace(/\?$/, '') as PlainType, isOptional: type.endsWith('?'), doc };
}
