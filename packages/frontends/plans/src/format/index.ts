export { PLAN_FILES } from './files.js';
export { readPlanFiles } from './read-plan.js';
