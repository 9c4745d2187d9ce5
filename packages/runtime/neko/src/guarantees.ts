/** A property that a link may guarantee to the protocol above it, or a protocol assume of the link below. */
export type Guarantee = 'order' | 'no loss' | 'no duplicates';

export type Guarantees = readonly Guarantee[];

/** A FIFO link that loses and duplicates nothing. */
export const FIFO_LINK: Guarantees = ['order', 'no loss', 'no duplicates'];
export const ONCE_LINK: Guarantees = ['no loss', 'no duplicates'];
/** Messages arrive, some perhaps twice, in any order. */
export const QUASI_RELIABLE: Guarantees = ['no loss'];
export const NO_GUARANTEE: Guarantees = [];

/** A sender that declares nothing is assumed to lack nothing. */
export function guaranteesOf(sender: { readonly guarantees?: Guarantees | undefined } | undefined): Guarantees {
  return sender?.guarantees ?? FIFO_LINK;
}

export function without(guarantees: Guarantees, ...missing: Guarantees): Guarantees {
  return guarantees.filter((each) => !missing.includes(each));
}

/** For notes and errors. */
export const IN_WORDS: Readonly<Record<Guarantee, string>> = {
  order: 'keeps the order of messages',
  'no loss': 'loses no message',
  'no duplicates': 'brings each message once',
};
