/** The parts of which a configuration builds the stack of a process. */
import type { NekoProcess, Sender } from '@kineko/neko';
import type { Parameters, ParameterTable } from '../parameters.js';
import { Catalog } from './catalog.js';
import type { Oracles } from './oracles.js';

/** Context in which a protocol is created. */
export interface StackContext {
  readonly process: NekoProcess;
  readonly below: Sender;
  readonly id: string;
  readonly settings: Parameters;
  readonly oracles: Oracles;
}

export interface StackPart {
  /** Creates the protocol on top of the one below, and launches it. */
  readonly build: (context: StackContext) => Sender;
  /** Whether it needs FIFO channels. */
  readonly needsFifo?: boolean;
  /** Whether it needs channels without duplicates. */
  readonly needsOnce?: boolean;
  /** Whether it is a link that tolerates lost messages. */
  readonly isReliable?: boolean;
  /** Whether it provides FIFO channels. */
  readonly isFifo?: boolean;
  /** Whether algorithms call it, so that the protocols after it are built on the one below it. */
  readonly isService?: boolean;
  /** Whether its guarantees hold for processes that lose their memory. */
  readonly isStable?: boolean;
  /** Whether it sends directly over the network, and nothing is added below it. */
  readonly isDirect?: boolean;
}

export interface ProtocolRow extends StackPart {
  readonly aliases?: readonly string[];
  readonly doc: string;
  readonly parameters?: ParameterTable;
  /** Its calls, for the code of authors. */
  readonly use?: string;
}

export function protocolCatalog(rows: Readonly<Record<string, ProtocolRow>>): Catalog<StackPart> {
  return new Catalog<StackPart>(
    'protocol',
    Object.entries(rows).map(([name, { aliases = [], doc, parameters = {}, use, ...item }]) => ({
      name,
      aliases,
      doc,
      parameters,
      ...(use !== undefined && { use }),
      item,
    })),
  );
}
