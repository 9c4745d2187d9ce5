export { PLAN_FILES } from './files.js';
export { planOptions, readPlanFiles } from './read-plan.js';
