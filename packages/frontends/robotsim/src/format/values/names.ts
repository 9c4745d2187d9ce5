/** Texts and names in the syntax of properties, where a comma ends an item. */
import { file as anyFile, text as anyText, type Codec, escapedItem, escapedText, name } from '@kineko/run/settings';

export const text: Codec<string> = { ...anyText, print: escapedText };
export const file: Codec<string> = { ...anyFile, print: escapedItem };
export const className: Codec<string> = { ...name('the name of a class, or of a file with one'), print: escapedItem };
