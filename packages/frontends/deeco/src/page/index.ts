/** DEECo runs in the viewer: logs, visualization files and default colours. */
export { DEECO_LOG, DEECO_VISUALIZATION, withDeecoLook } from './viewer-plugins.js';
export { describeDeecoRun } from './run-description.js';
