/** What the process of a submission needs besides `outside`. */
export { FdLines } from './fd-lines.js';
