import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { ContentPolicy } from './content-policy.js';

/** The operator's choices about headers. */
interface HeaderOptions {
  /** Off only in development, where Vite writes inline scripts and styles. */
  readonly strict: boolean;
  /** HSTS for subdomains too: they may belong to someone else, so only on request. */
  readonly hstsSubdomains: boolean;
  /** The policy of replies without a document; documents bring their own. */
  readonly policyOf: (request: Request) => string;
}

type Headers = readonly (readonly [string, string])[];

/** The headers that a helmet middleware sets for every request, computed once. */
function headersOf(middleware: RequestHandler): Headers {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  const next = (error?: unknown) => {
    if (error !== undefined) {
      throw error as Error;
    }
  };
  void middleware({} as Request, response as unknown as Response, next);
  return headers;
}

/** The headers that are the same for every reply. */
function general(includeSubDomains: boolean): Headers {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: false,
      // Thumbnails and media are same-origin; share windows need their opener.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: { maxAge: 365 * 24 * 3600, includeSubDomains },
      xPoweredBy: false,
    }),
  );
  return [...headers, ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()']];
}

/** A policy as its header value. @throws when a source is invalid */
export function policyText(directives: ContentPolicy): string {
  const headers = headersOf(helmet.contentSecurityPolicy({ useDefaults: false, directives }));
  return headers[0]?.[1] ?? '';
}

/** Sets the security headers of every reply. */
export function securityHeaders({ strict, hstsSubdomains, policyOf }: HeaderOptions) {
  const everywhere = general(hstsSubdomains);
  return (request: Request, response: Response, next: NextFunction): void => {
    everywhere.forEach(([name, value]) => response.setHeader(name, value));
    if (strict) {
      response.setHeader('Content-Security-Policy', policyOf(request));
    }
    next();
  };
}
