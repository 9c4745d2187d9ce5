/** Logs of the DEECo playground, for the viewer. */
import type { ViewedLogFormat } from '@kineko/viewer';
import { DeecoRecordReader } from '../format/log/records.js';
import { isDeecoLog } from '../format/recognition.js';

export const DEECO_LOG: ViewedLogFormat = {
  title: 'a DEECo log',
  recognises: isDeecoLog,
  reader: (name) => new DeecoRecordReader(name),
};
