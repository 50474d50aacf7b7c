import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import type { ContentPolicy } from './content-policy.js';

/** The nonce of a reply, for the scripts and styles of its page. */
export function nonceOf(response: Response): string {
  return String(response.locals['nonce'] ?? '');
}

/** The content policy of a reply. */
export interface ReplyPolicy {
  /** The same for replies whose policies differ in their nonce alone. */
  readonly key: string;
  readonly with: (nonce: string) => ContentPolicy;
}

/** What the operator decides about the headers. */
interface HeaderOptions {
  /** Off in development only, where Vite writes inline scripts and styles of its own. */
  readonly strict: boolean;
  /** HTTPS for the subdomains, too: they may be somebody else's, so only when asked for. */
  readonly hstsSubdomains: boolean;
  readonly policyOf: (request: Request) => ReplyPolicy;
}

/** Bounded because the Host header, on which a policy depends, is the caller's. */
const KEPT_POLICIES = 500;
/** A nonce's place in a kept policy: base64, as helmet checks its sources, and never sent. */
const PLACEHOLDER = randomBytes(16).toString('base64');

type Headers = readonly (readonly [string, string])[];

/** The headers that a middleware of helmet sets for every request, so that it need run only once. */
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

/** The policies that are the same for every reply. */
function general(includeSubDomains: boolean): Headers {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: false,
      // Thumbnails and media are same-origin; share windows of a later page need their opener.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: { maxAge: 365 * 24 * 3600, includeSubDomains },
      xPoweredBy: false,
    }),
  );
  return [...headers, ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()']];
}

/** A policy as its header says it. @throws where a source would leave it */
function policyText(directives: ContentPolicy): string {
  const headers = headersOf(helmet.contentSecurityPolicy({ useDefaults: false, directives }));
  return headers[0]?.[1] ?? '';
}

/** Sets the security headers of every reply and makes the nonce of its page. */
export function securityHeaders({ strict, hstsSubdomains, policyOf }: HeaderOptions) {
  const everywhere = general(hstsSubdomains);
  const kept = new LRUCache<string, string>({ max: KEPT_POLICIES });
  return (request: Request, response: Response, next: NextFunction): void => {
    const nonce = randomBytes(16).toString('base64');
    response.locals['nonce'] = nonce;
    everywhere.forEach(([name, value]) => response.setHeader(name, value));
    if (strict) {
      const policy = policyOf(request);
      const text = kept.get(policy.key) ?? policyText(policy.with(PLACEHOLDER));
      kept.set(policy.key, text);
      response.setHeader('Content-Security-Policy', text.replaceAll(PLACEHOLDER, nonce));
    }
    next();
  };
}
