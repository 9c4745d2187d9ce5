export { Effector, type EffectorOptions, type EffectorPort } from './effector.js';
export { TagEffector, type TagPort, type TagRequest } from './tag-effector.js';
