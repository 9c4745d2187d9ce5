/** The front end for scenarios of the DEECo playground, and the classes that authors extend. */
export { angleBetween, normalizeAngle, squaredDistance, subjectiveAngleBetween } from './run/angles.js';
export { Action, CollisionData, COLLISIONS, Wheels } from './run/environment/action.js';
export { Coordinates } from './run/environment/coordinates.js';
export { DEECoObject } from './run/environment/deeco-object.js';
export { DEECoRobot } from './run/environment/deeco-robot.js';
export { type LayerLog, SensoryInputsProcessor } from './run/environment/sensory-inputs-processor.js';
export { CLONE, deepClone } from './run/runtime/clone.js';
export { Ensemble } from './run/runtime/ensemble.js';
export { process, type Process } from './run/runtime/process.js';
