/** The little of the host's decoder that is used; Node and pages have it, the language's own types do not. */
declare const TextDecoder: new (encoding: 'utf-8') => { decode(bytes: Uint8Array): string };

/** The text of a file: UTF-8, without a byte order mark; what is no UTF-8 becomes U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}
