import { IN_WORDS } from '../guarantees.js';
import { type Sender, WiringError } from '../message.js';
import type { LinkComposer, LinkRequest } from '../process.js';
import { FifoLink } from './fifo-link.js';
import { ReliableLink, type ReliableLinkOptions } from './reliable-link.js';
import { wire } from './wire.js';

export interface ComposeLinksOptions {
  /** Receives a note on each kind of link that is inserted and on each assumption that stays broken. */
  readonly note: (text: string) => void;
  /** Which links may be inserted automatically. Default: both. */
  readonly isAutomatic?: (link: 'ReliableLink' | 'FifoLink') => boolean;
  readonly reliable?: () => ReliableLinkOptions;
}

/**
 * Inserts a link where a protocol is launched on one that does not guarantee its assumptions: a reliable link where
 * messages are lost, a FIFO link where they are only reordered or duplicated. All processes insert the same links,
 * since they are on the same network, so that the links find their peers.
 */
export function composeLinks({
  note,
  isAutomatic = () => true,
  reliable = () => ({}),
}: ComposeLinksOptions): LinkComposer {
  return (request) => {
    const { className, assumes, missing, isOptional } = request;
    const why = missing.map((each) => IN_WORDS[each]).join(', ');
    if (isOptional) {
      note(`${className} assumes a link that ${why}, which the network does not: it may be wrong more often`);
      return undefined;
    }
    const loses = missing.includes('no loss') && isAutomatic('ReliableLink');
    const link = loses ? 'ReliableLink' : 'FifoLink';
    const mends = loses || missing.some((each) => each !== 'no loss');
    if (!mends || !isAutomatic(link)) return undefined;
    note(
      `a ${link} was added below ${className}, which assumes a link that ${why} (${link}.automatic = false prevents this)`,
    );
    return linkFor(request, loses ? { ...reliable(), isFifo: assumes.includes('order') } : undefined);
  };
}

/** Refuses the stacks that `composeLinks` would complete. */
export const refuseBrokenLinks: LinkComposer = ({ process, className, id, missing, isOptional }) => {
  if (isOptional) return undefined;
  const what = missing.map((each) => IN_WORDS[each]).join(', ');
  const remedy = missing.includes('no loss') ? 'ReliableLink (with isFifo if it needs the order)' : 'FifoLink';
  throw new WiringError(
    `${process.name}, protocol '${id}' (${className}): it assumes a link that ${what}, and what is below it does not; ` +
      `put a ${remedy} below`,
  );
};

function linkFor({ process, id, below, above }: LinkRequest, reliable: ReliableLinkOptions | undefined): Sender {
  if (reliable === undefined) return wire(new FifoLink(process), `${id}/fifo-link`, below, above);
  return wire(new ReliableLink(process, reliable), `${id}/reliable-link`, below, above);
}
