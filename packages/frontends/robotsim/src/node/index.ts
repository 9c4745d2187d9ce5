/** For the process of a submission, besides `outside`. */
export { FdLines } from './fd-lines.js';
