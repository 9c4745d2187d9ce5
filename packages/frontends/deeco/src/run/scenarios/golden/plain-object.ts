import { DEECoObject } from '../../environment/deeco-object.js';

/** Is what the scenario says of it, and nothing else. */
export class PlainObject extends DEECoObject {}
