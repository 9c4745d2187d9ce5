export { BumpSensor, type BumpReading, type BumpRequest } from './bump-sensor.js';
export { CompassSensor, type CompassRequest } from './compass-sensor.js';
export { ContactSensor, type ContactRequest } from './contact-sensor.js';
export { GpsSensor, type GpsRequest } from './gps-sensor.js';
export { HeatSensor, type HeatRequest } from './heat-sensor.js';
export { LightSensor, type LightRequest } from './light-sensor.js';
export { type PartyReading, PartySensor } from './party-sensor.js';
export { ProximitySensor, type ProximityReading, type ProximityRequest } from './proximity-sensor.js';
export { RequestCheck, RequestError } from './request-check.js';
export { type RingHit, ringHits, RingSensor, type RingRequest } from './ring-sensor.js';
export {
  type Activation,
  type Cancellable,
  type ExactMode,
  type Happenings,
  type PendingRequest,
  type PushOptions,
  PushSensor,
  type PushSettings,
  Sensor,
  type SensorOptions,
  type SensorPort,
} from './sensor.js';
export type { SensorRecord } from './sensor-records.js';
export { SonarSensor, type SonarRequest } from './sonar-sensor.js';
export { type Sighting, ViewSensor, type ViewRequest } from './view-sensor.js';
