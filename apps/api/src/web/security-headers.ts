import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import type { ContentPolicy } from './content-policy.js';

/** The nonce of a reply, for its page's scripts and styles. */
export function nonceOf(response: Response): string {
  return String(response.locals['nonce'] ?? '');
}

/** The content policy of a reply. */
export interface ReplyPolicy {
  /** Equal for policies that differ only in their nonce. */
  readonly key: string;
  readonly with: (nonce: string) => ContentPolicy;
}

/** The operator's choices about headers. */
interface HeaderOptions {
  /** Off only in development, where Vite writes inline scripts and styles. */
  readonly strict: boolean;
  /** HSTS for subdomains too: they may belong to someone else, so only on request. */
  readonly hstsSubdomains: boolean;
  readonly policyOf: (request: Request) => ReplyPolicy;
}

/** Bounded because clients choose the Host header, on which a policy depends. */
const KEPT_POLICIES = 500;
/**
 * Stands for the nonce in cached policies: base64, because helmet validates sources; never sent.
 */
const PLACEHOLDER = randomBytes(16).toString('base64');

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
function policyText(directives: ContentPolicy): string {
  const headers = headersOf(helmet.contentSecurityPolicy({ useDefaults: false, directives }));
  return headers[0]?.[1] ?? '';
}

/** Sets the security headers of every reply and creates its page's nonce. */
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
