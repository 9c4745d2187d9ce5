/** The little of the host's decoder that is used; Node and pages have it, the language's own types do not. */
declare const TextDecoder: new (encoding: 'utf-8') => { decode(bytes: Uint8Array): string };

/** The text of a file: UTF-8, without a byte order mark; what is no UTF-8 becomes U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}

/** `1,000,000`: whole numbers in groups of three digits, without the host's locale. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * The name of a file without folders and ending.
 * @param common The name that every file of a kind has; the name of such a file is that of its folder.
 */
export function scenarioName(path: string, common?: string): string {
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1)!.replace(/(?<=.)\.[^.]*$/, '');
  const folder = parts.at(-2) ?? '';
  return name === common && /[^.]/.test(folder) ? folder : name;
}
