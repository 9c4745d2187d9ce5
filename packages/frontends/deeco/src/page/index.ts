/** DEECo runs in the viewer: logs, visualization files and default colours. */
export { DEECO_VIEWER } from './viewer-plugins.js';
