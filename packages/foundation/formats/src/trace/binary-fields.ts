/** Writes each type of field to bytes and reads it back; the table defines the fields of a record. */
import { readValue, writeValue } from './binary-values.js';
import type { ByteSink } from './byte-sink.js';
import type { ByteSource } from './byte-source.js';
import { requireRows } from './knots.js';
import type { PlainType } from './records.js';
import { type Field, LEG, PARTY, RECORD, type Shape, type Variant } from './shapes.js';
import { expected, oneOf, shown, unknownName } from '../problem.js';
import { Misfit, within } from './trace-error.js';

/** Written values are checked, too: records may come from code that no compiler has checked. */
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
    if (!Array.isArray(value)) throw new Misfit(expected('a list of numbers', value));
    sink.varint(value.length);
    // By index, since `forEach` would skip missing elements.
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
    if (typeof value !== 'string') throw new Misfit(expected('a text', value));
    sink.text(value);
  },
  read: (source) => source.text(),
};

const bool: BinaryCodec = {
  write: (sink, value) => {
    if (typeof value !== 'boolean') throw new Misfit(expected('true or false', value));
    sink.u8(value ? 1 : 0);
  },
  read: (source) => {
    const byte = source.u8();
    if (byte > 1) throw source.misfit(expected('0 (false) or 1 (true)', byte), 1);
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
      if (index < 0) throw new Misfit(expected(oneOf(words.map(shown)), word));
      sink.u8(index);
    },
    read: (source) => {
      const index = source.u8();
      const word = words[index];
      if (word === undefined) {
        const known = words.map((each, number) => `${number} (${each})`);
        throw source.misfit(expected(oneOf(known), index), 1);
      }
      return word;
    },
  };
}

/** One byte, 0 or 1, for whether the value is present. */
function optionalCodec(codec: BinaryCodec): BinaryCodec {
  return {
    write: (sink, given) => {
      sink.u8(given === undefined ? 0 : 1);
      if (given !== undefined) codec.write(sink, given);
    },
    read: (source) => {
      const byte = source.u8();
      if (byte > 1) throw source.misfit(expected('0 (absent) or 1 (present)', byte), 1);
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
      if (typeof given !== 'object' || given === null) throw new Misfit(expected('an object', given));
      const object = given as Readonly<Record<string, unknown>>;
      const codec = byName.get(object[shape.key]);
      if (codec === undefined) {
        const known = shape.variants.map(({ name }) => name);
        throw new Misfit(unknownName(shape.key, String(object[shape.key]), known));
      }
      codec.write(sink, object);
    },
    read: (source) => {
      const number = source.u8();
      const codec = byNumber[number];
      if (codec === undefined) {
        const known = shape.variants.map((variant) => `${variant.number} (${variant.name})`);
        throw source.misfit(`unknown ${shape.key} number ${number}; expected ${oneOf(known)}`, 1);
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
  // Copying a template is faster than adding one member after the other.
  const template: Record<string, unknown> = { [key]: variant.name };
  for (const { name, type, isOptional } of variant.fields) {
    // An initial value of 0.5 makes V8 store the field as a double.
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

/** Writes and reads every type of record by the tables alone. */
export const recordCodec = shapeCodec(RECORD, codecs);
