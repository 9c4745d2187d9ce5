/** The responses to requests that the guard has accepted, with headers that restrict what browsers may do with them. */
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ServedPage } from './pages.js';

/** For instance a `Hono` app with `basePath('/api')`. */
export interface Routes {
  fetch(request: Request): Response | Promise<Response>;
}

/** Whether a path belongs to `Routes`. */
export function isData(target: string): boolean {
  return target.startsWith('/api/');
}

export interface AppOptions {
  readonly pages: ReadonlyMap<string, ServedPage>;
  readonly routes: Routes | undefined;
  readonly onFailure: (error: unknown) => void;
}

export function appOf({ pages, routes, onFailure }: AppOptions): Hono {
  const app = new Hono();
  app.use(securityHeaders, async (context, next) => {
    await next();
    const { headers } = context.res;
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  });
  if (routes !== undefined) app.all('/api/*', (context) => routes.fetch(context.req.raw));
  app.get('*', (context) => {
    const { path } = context.req;
    const page = pages.get(path);
    if (page === undefined) return pages.has(`${path}/`) ? context.redirect(`${path}/`, 308) : context.notFound();
    if (context.req.header('If-None-Match') === page.etag) return context.body(null, 304, { ...page.headers });
    return context.body(page.body, 200, { ...page.headers });
  });
  app.notFound((context) => context.text('not found\n', 404));
  app.onError((error, context) => {
    onFailure(error);
    return context.text('internal error\n', 500);
  });
  return app;
}

const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    // Hashes and XML are read by WebAssembly, which is all that this allows.
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    workerSrc: ["'self'", 'blob:'],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    fontSrc: ["'self'"],
    // Some browsers do not count the sockets of the page's own server as 'self'.
    connectSrc: ["'self'", ({ req }) => `ws://${req.header('Host')}`],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  // Servers use plain HTTP on any port of this machine; the other headers are for browsers that no longer exist.
  strictTransportSecurity: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});
