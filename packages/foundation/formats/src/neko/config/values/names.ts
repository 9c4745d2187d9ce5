/** Texts and names in the syntax of properties, where a comma ends an item. */
import type { Codec } from '../../../settings/codec.js';
import { escapedItem, escapedText } from '../../../settings/line.js';
import { file as anyFile, name, text as anyText } from '../../../settings/scalars.js';

export const text: Codec<string> = { ...anyText, print: escapedText };
export const file: Codec<string> = { ...anyFile, print: escapedItem };
export const className: Codec<string> = { ...name('the name of a class, or of a file with one'), print: escapedItem };
