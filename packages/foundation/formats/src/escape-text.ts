/**
 * Text of others (submissions, logs, names, commands of controllers) as one line of a terminal: what would give orders to the
 * terminal, begin a line or turn the direction of writing stands as `\\u001b`.
 */
export function escapeText(text: string): string {
  return text.replaceAll(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for a text of several lines. */
export function escapeLines(text: string): string {
  return text.split('\n').map(escapeText).join('\n');
}

/**
 * Control characters but for the tab, separators of lines and paragraphs, marks, embeddings, overrides and isolates of the
 * direction of writing, and halves of characters.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
