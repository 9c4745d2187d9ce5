/** How each type of field is written to and read from bytes; what a record is made of comes from its table. */
import { readValue, writeValue } from './binary-values.js';
import type { ByteSink } from './byte-sink.js';
import type { ByteSource } from './byte-source.js';
import { requireRows } from './knots.js';
import type { PlainType } from './records.js';
import { type Field, LEG, PARTY, RECORD, type Shape, type Variant } from './shapes.js';
import { shown } from '../problem.js';
import { Misfit, within } from './trace-error.js';

/** What is written is looked at, too: records may come from code that no compiler has checked. */
export interface BinaryCodec {
  readonly write: (sink: ByteSink, value: unknown) => void;
  readonly read: (source: ByteSource) => unknown;
}

type Codecs = Readonly<Record<PlainType, BinaryCodec>>;

const f64: BinaryCodec = {
  write: (sink, value) => sink.f64(value),
  read: (source) => source.f64(),
};

const f64s: BinaryCodec = {
  write: (sink, value) => {
    if (!Array.isArray(value)) throw new Misfit(`is ${shown(value)}; it must be a list of numbers`);
    sink.varint(value.length);
    // By index: `forEach` would pass over what is missing.
    for (let i = 0; i < value.length; i++) sink.f64(value[i]);
  },
  read: (source) => {
    const count = source.count(8);
    const numbers: number[] = [];
    for (let i = 0; i < count; i++) numbers.push(source.f64());
    return numbers;
  },
};

const knots: BinaryCodec = {
  write: (sink, value) => {
    f64s.write(sink, value);
    requireRows(value);
  },
  read: (source) => {
    const numbers = f64s.read(source);
    requireRows(numbers);
    return numbers;
  },
};

const text: BinaryCodec = {
  write: (sink, value) => {
    if (typeof value !== 'string') throw new Misfit(`is ${shown(value)}; it must be a text`);
    sink.text(value);
  },
  read: (source) => source.text(),
};

const bool: BinaryCodec = {
  write: (sink, value) => {
    if (typeof value !== 'boolean') throw new Misfit(`is ${shown(value)}; it must be true or false`);
    sink.u8(value ? 1 : 0);
  },
  read: (source) => {
    const byte = source.u8();
    if (byte > 1) throw source.misfit(`is ${byte}; allowed are 0 (false) and 1 (true)`, 1);
    return byte === 1;
  },
};

const value: BinaryCodec = {
  write: (sink, given) => writeValue(sink, given, 0),
  read: (source) => readValue(source, 0),
};

/** One byte: the number of the word in the list. */
function wordCodec(words: readonly string[]): BinaryCodec {
  return {
    write: (sink, word) => {
      const index = words.indexOf(word as string);
      if (index < 0) throw new Misfit(`is ${shown(word)}; allowed are ${words.map(shown).join(', ')}`);
      sink.u8(index);
    },
    read: (source) => {
      const index = source.u8();
      const word = words[index];
      if (word === undefined) {
        const allowed = words.map((each, number) => `${number} (${each})`).join(', ');
        throw source.misfit(`is the number ${index}; allowed are ${allowed}`, 1);
      }
      return word;
    },
  };
}

/** One byte, 0 or 1, says whether it is there. */
function optionalCodec(codec: BinaryCodec): BinaryCodec {
  return {
    write: (sink, given) => {
      sink.u8(given === undefined ? 0 : 1);
      if (given !== undefined) codec.write(sink, given);
    },
    read: (source) => {
      const byte = source.u8();
      if (byte > 1) throw source.misfit(`is marked with ${byte}; allowed are 0 (absent) and 1 (present)`, 1);
      return byte === 1 ? codec.read(source) : undefined;
    },
  };
}

/** One byte, the number of the variant; then its fields. */
function shapeCodec(shape: Shape, codecs: Codecs): BinaryCodec {
  const byName = new Map<unknown, FieldsCodec>();
  const byNumber: (FieldsCodec | undefined)[] = [];
  for (const variant of shape.variants) {
    const codec = fieldsCodec(shape.key, variant, codecs);
    byName.set(variant.name, codec);
    byNumber[variant.number] = codec;
  }
  return {
    write: (sink, given) => {
      if (typeof given !== 'object' || given === null) throw new Misfit(`is ${shown(given)}; it must be an object`);
      const object = given as Readonly<Record<string, unknown>>;
      const codec = byName.get(object[shape.key]);
      if (codec === undefined) {
        const allowed = shape.variants.map(({ name }) => shown(name)).join(', ');
        throw new Misfit(`has the ${shape.key} ${shown(object[shape.key])}; allowed are ${allowed}`);
      }
      codec.write(sink, object);
    },
    read: (source) => {
      const number = source.u8();
      const codec = byNumber[number];
      if (codec === undefined) {
        const allowed = shape.variants.map((variant) => `${variant.number} (${variant.name})`).join(', ');
        throw source.misfit(`has the ${shape.key} number ${number}; allowed are ${allowed}`, 1);
      }
      return codec.read(source);
    },
  };
}

interface FieldsCodec {
  readonly write: (sink: ByteSink, object: Readonly<Record<string, unknown>>) => void;
  readonly read: (source: ByteSource) => unknown;
}

function fieldsCodec(key: string, variant: Variant, codecs: Codecs): FieldsCodec {
  const fields = variant.fields.map((field) => ({
    name: field.name,
    isNumber: field.type === 'f64' && !field.isOptional,
    ...fieldCodec(field, codecs),
  }));
  // A copy of what all have is made faster than an object to which one member after the other is added.
  const template: Record<string, unknown> = { [key]: variant.name };
  for (const { name, type, isOptional } of variant.fields) {
    // A half tells the engine to expect fractions.
    if (!isOptional) template[name] = type === 'f64' ? 0.5 : undefined;
  }
  return {
    write: (sink, object) => {
      sink.u8(variant.number);
      let i = 0;
      try {
        for (; i < fields.length; i++) {
          const field = fields[i]!;
          const given = object[field.name];
          // Most fields are numbers, and most of the time goes into calls.
          if (field.isNumber) sink.f64(given);
          else field.write(sink, given);
        }
      } catch (failure) {
        throw within(`.${fields[i]!.name}`, failure);
      }
    },
    read: (source) => {
      const object: Record<string, unknown> = { ...template };
      let i = 0;
      try {
        for (; i < fields.length; i++) {
          const field = fields[i]!;
          const given = field.read(source);
          if (given !== undefined) object[field.name] = given;
        }
      } catch (failure) {
        throw within(`.${fields[i]!.name}`, failure);
      }
      return object;
    },
  };
}

function fieldCodec(field: Field, codecs: Codecs): BinaryCodec {
  const codec = typeof field.type === 'string' ? codecs[field.type] : wordCodec(field.type);
  return field.isOptional ? optionalCodec(codec) : codec;
}

const codecs: Record<PlainType, BinaryCodec> = { f64, f64s, knots, text, bool, value, party: f64, leg: f64 };
codecs.party = shapeCodec(PARTY, codecs);
codecs.leg = shapeCodec(LEG, codecs);

export const valueCodec = value;

/** Of every type, by the tables alone. */
export const recordCodec = shapeCodec(RECORD, codecs);
