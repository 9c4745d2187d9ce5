/** Logs of the DEECo playground, for the viewer. */
import { DeecoRecordReader, isDeecoLog } from '@kineko/formats/deeco';
import type { ViewedLogFormat } from '../reading/log-formats.js';

export const DEECO_LOG: ViewedLogFormat = {
  title: 'a DEECo log',
  recognises: isDeecoLog,
  reader: (name) => new DeecoRecordReader(name),
};
