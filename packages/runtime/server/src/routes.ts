/** What is answered to those whom the guard has let in. */
import { Hono } from 'hono';
import type { ServedPage } from './pages.js';
import { notStored, securityHeaders } from './security-headers.js';

/** For instance a `Hono` of one's own, with `basePath('/api')`. */
export interface Routes {
  fetch(request: Request): Response | Promise<Response>;
}

/** Whether a path is one of `Routes`. */
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
  app.use(securityHeaders, notStored);
  if (routes !== undefined) app.all('/api/*', (context) => routes.fetch(context.req.raw));
  app.get('*', (context) => {
    const { path } = context.req;
    const page = pages.get(path);
    if (page === undefined) return pages.has(`${path}/`) ? context.redirect(`${path}/`, 308) : context.notFound();
    if (context.req.header('If-None-Match') === page.tag) return context.body(null, 304, { ...page.headers });
    return context.body(page.body, 200, { ...page.headers });
  });
  app.notFound((context) => context.text('there is nothing here\n', 404));
  app.onError((error, context) => {
    onFailure(error);
    return context.text('it failed\n', 500);
  });
  return app;
}
