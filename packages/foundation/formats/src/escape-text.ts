/**
 * Escapes foreign text (submissions, logs, names, commands of controllers) for one line of a terminal: characters that
 * control the terminal, start a line or change the direction of writing are printed as `\\u001b`.
 */
export function escapeText(text: string): string {
  return text.replaceAll(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Control characters but for the tab, separators of lines and paragraphs, marks, embeddings, overrides and isolates of the
 * direction of writing, and halves of characters.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- the expression searches for these characters
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
