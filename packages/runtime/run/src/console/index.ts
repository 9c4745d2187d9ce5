export { type CliContext, EXIT, type ExitCode, type Output } from './cli-context.js';
export type { CatalogItem, CliFrontEnd, ServeRequest, Serving, Subcommand } from './cli-front-end.js';
export type { LiveView, LiveViewOptions } from './live-view.js';
