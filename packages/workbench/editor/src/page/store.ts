/** What the parts of the page share: what it knows, and what can be done. */
export * from './camera.js';
export * from './editing.js';
export * from './serving.js';
export * from './state.js';
