/** Logs of the DEECo playground, for the viewer. */
import { DeecoRecordReader, isDeecoLog } from '@kineko/formats/deeco';
import type { LogKind } from '../reading/log-kind.js';

export const DEECO_LOG: LogKind = {
  title: 'a DEECo log',
  isLog: isDeecoLog,
  reader: (name) => new DeecoRecordReader(name),
};
