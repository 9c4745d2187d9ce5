/** State and functions shared by the parts of the page. */
export * from './camera.js';
export * from './editing.js';
export * from './server-requests.js';
export * from './state.js';
