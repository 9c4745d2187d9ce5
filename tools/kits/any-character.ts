import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Any character, for `fc.string({ unit: ANY_CHARACTER })`. It draws the same strings as fast-check's own `unit: 'binary'`, which
 * builds a table of a million characters in every suite: a second of processor time and a hundred megabytes.
 */
export const ANY_CHARACTER: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - SURROGATES }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (character) => {
    if (typeof character !== 'string' || Array.from(character).length !== 1) throw new Error('expected one character');
    const code = character.codePointAt(0)!;
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
