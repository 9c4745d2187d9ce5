/** What browsers are told about everything that comes from a server: to trust it no further than it needs. */

const EVERYWHERE: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Until something says that it may be kept.
  'Cache-Control': 'no-store',
};

/** `host` is what the server was called by. */
export function securityHeaders(host: string): Readonly<Record<string, string>> {
  return { ...EVERYWHERE, 'Content-Security-Policy': contentSecurityPolicy(host) };
}

function contentSecurityPolicy(host: string): string {
  const rules = [
    "default-src 'none'",
    // Hashes and XML are read by WebAssembly, which this allows and nothing else.
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // Not all browsers count the sockets of a page's own server as its own.
    `connect-src 'self' ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return rules.join('; ');
}
