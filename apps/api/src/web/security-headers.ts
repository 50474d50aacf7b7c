import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ContentPolicy } from './content-policy.js';

interface HeaderOptions {
  /** False only in development, where Vite writes inline scripts and styles. */
  readonly strict: boolean;
  /**
   * True if HSTS includes subdomains. They may belong to someone else, so the operator has to
   * enable this.
   */
  readonly hstsSubdomains: boolean;
  /** Returns the policy for replies that are not documents. Documents set their own policy. */
  readonly policyOf: (request: Request) => string;
}

type Headers = readonly (readonly [string, string])[];

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** The headers that a helmet middleware sets on every reply, computed once. */
function headersOf(middleware: Middleware): Headers {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const headers: [string, string][] = [];
  response.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return response;
  };
  middleware(request, response, (error) => {
    if (error !== undefined) {
      throw error as Error;
    }
  });
  return headers;
}

/** The headers that are the same for every reply. */
function general(includeSubDomains: boolean): Headers {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: false,
      // Thumbnails and media have the same origin as the pages. Share windows need access to their
      // opener.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: { maxAge: 365 * 24 * 3600, includeSubDomains },
      xPoweredBy: false,
    }),
  );
  return [...headers, ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()']];
}

/** Formats a policy as a header value. @throws if a source is invalid */
export function policyText(directives: ContentPolicy): string {
  const headers = headersOf(helmet.contentSecurityPolicy({ useDefaults: false, directives }));
  return headers[0]?.[1] ?? '';
}

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
