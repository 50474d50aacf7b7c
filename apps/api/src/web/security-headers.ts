import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { randomBytes } from 'node:crypto';
import type { ContentPolicy } from './content-policy.js';

/** The nonce of a reply, for the scripts and styles of its page. */
export function nonceOf(response: Response): string {
  return String(response.locals['nonce'] ?? '');
}

/** What the operator decides about the headers. */
interface HeaderOptions {
  /** Off in development only, where Vite writes inline scripts and styles of its own. */
  readonly strict: boolean;
  /** HTTPS for the subdomains, too: they may be somebody else's, so only when asked for. */
  readonly hstsSubdomains: boolean;
  /** The content policy of the reply to a request. */
  readonly policyOf: (request: Request, nonce: string) => ContentPolicy;
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
export function securityHeaders({ strict, hstsSubdomains, policyOf }: HeaderOptions) {
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
        directives: policyOf(request, nonce),
      });
      policy(request, response, next);
    });
  };
}
