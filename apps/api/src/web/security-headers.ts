import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { randomBytes } from 'node:crypto';

/** The nonce of a reply, for the scripts and styles of its page. */
export function nonceOf(response: Response): string {
  return String(response.locals['nonce'] ?? '');
}

/**
 * What a page may load and run. Scripts only with the nonce, so that no text from outside ever
 * runs. Media and connections go anywhere over https, because HLS plays straight from the source;
 * over plain http (a laptop, a test) http sources too.
 */
export function contentPolicy(nonce: string, secure: boolean): Record<string, string[]> {
  const anywhere = secure ? ['https:'] : ['https:', 'http:'];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(secure ? ['wss:'] : ['ws:', 'wss:']), ...anywhere],
    'media-src': ["'self'", 'blob:', ...anywhere],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // The one policy is made by the web's player for its worker.
    'trusted-types': ['default'],
  };
}

/** What the operator decides about the headers. */
interface HeaderOptions {
  /** Off in development only, where Vite writes inline scripts and styles of its own. */
  readonly strict: boolean;
  /** HTTPS for the subdomains, too: they may be somebody else's, so only when asked for. */
  readonly hstsSubdomains: boolean;
}

/** The policies that are the same for every reply. */
const general = (includeSubDomains: boolean) =>
  helmet({
    contentSecurityPolicy: false,
    // Thumbnails and media are same-origin; share windows of a later page need their opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: { maxAge: 365 * 24 * 3600, includeSubDomains },
    xPoweredBy: false,
  });

/** Sets the security headers of every reply and makes the nonce of its page. */
export function securityHeaders({ strict, hstsSubdomains }: HeaderOptions) {
  const setGeneral = general(hstsSubdomains);
  return (request: Request, response: Response, next: NextFunction): void => {
    const nonce = randomBytes(16).toString('base64');
    response.locals['nonce'] = nonce;
    setGeneral(request, response, () => {
      response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
      if (!strict) {
        next();
        return;
      }
      const policy = helmet.contentSecurityPolicy({
        useDefaults: false,
        directives: contentPolicy(nonce, request.secure),
      });
      policy(request, response, next);
    });
  };
}
