import type { RecordOf } from '@kineko/formats/trace';

/** What sensors put on record. Requests and replies are plain data, as far as the record goes. */
export type SensorRecord = RecordOf<'sensorRequest'> | RecordOf<'sensorReply'> | RecordOf<'sensorEvent'>;
