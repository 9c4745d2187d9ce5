/** Parses a text with libxml2: without a document type, hence without entities, and without loading external files. */
import type * as LibXml from 'libxml2-wasm';
import { placesIn } from '../line-starts.js';
import { InputError, type Place } from '../problem.js';
import { MAX_SYNTAX_PROBLEMS, MAX_TEXT } from '../limits.js';
import { prologOf } from './prolog.js';

/** Loaded by `import()` where XML is read, and only there. */
export type Library = typeof LibXml;

const DOCTYPE_REFUSED = 'expected no document type, got <!DOCTYPE …>';

/** Throws an InputError if the text is not well-formed, or too large. The caller disposes of the document. */
export function parse(library: Library, text: string, file: string): LibXml.XmlDocument {
  requireHarmless(text, file);
  const { XmlDocument, ParseOption, XmlLibError } = library;
  // A declared encoding is ignored, since the text has already been decoded.
  const option = ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_IGNORE_ENC;
  try {
    const document = XmlDocument.fromString(text, { option });
    if (document.dtd === null) return document;
    document.dispose();
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    const details = error.details.slice(0, MAX_SYNTAX_PROBLEMS);
    if (details.length === 0) throw refusal({ file }, 'expected an XML document, got an empty file');
    throw new InputError(
      details.map(({ message, line, col }) => ({
        severity: 'error',
        place: { file, line, column: col },
        text: `not well-formed XML: ${message.trim()}`,
      })),
    );
  }
  // A document type that requireHarmless has missed.
  throw refusal({ file }, DOCTYPE_REFUSED);
}

function requireHarmless(text: string, file: string): void {
  if (text.length > MAX_TEXT) throw refusal({ file }, `expected at most ${MAX_TEXT} characters, got ${text.length}`);
  const { doctypeAt } = prologOf(text);
  if (doctypeAt === undefined) return;
  const place = placesIn(text, file)(doctypeAt);
  throw refusal(place, DOCTYPE_REFUSED);
}

export function refusal(place: Place, text: string): InputError {
  return new InputError([{ severity: 'error', place, text }]);
}
