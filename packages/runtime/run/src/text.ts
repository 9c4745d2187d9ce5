/** The part of the host's decoder that is used: Node and pages have it, but TypeScript's types without them do not. */
declare const TextDecoder: new (encoding: 'utf-8') => { decode(bytes: Uint8Array): string };

/** Decodes a file as UTF-8, without a byte order mark; invalid bytes become U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}

/** `1,000,000`: digits in groups of three, independent of the host's locale. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * The name of a file without folders and extension.
 * @param common A name that many scenarios share; such a file is named after its folder.
 */
export function scenarioName(path: string, common?: string): string {
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1)!.replace(/(?<=.)\.[^.]*$/, '');
  const folder = parts.at(-2) ?? '';
  return name === common && /[^.]/.test(folder) ? folder : name;
}

/** `1 run`, `1,000 runs`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}
