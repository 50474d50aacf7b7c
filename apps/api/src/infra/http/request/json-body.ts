import type { RawBodyRequest } from '@nestjs/common';
import type { ExpressAdapter } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { isUtf8 } from 'node:buffer';
import { hasBody } from './body-deadline.js';
import { DomainError } from '../../errors/domain-error.js';

/** The largest request body. A link and a fingerprint fit into it several times over. */
const LIMIT = '64kb';
/**
 * The deepest nesting that is accepted. JSON.parse accepts any depth, but recursive code does not.
 */
const MAX_NESTING = 32;

/** JSON must be UTF-8 (RFC 8259 §8.1). */
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i;

/**
 * Accepts only UTF-8 JSON as request bodies. Any site can make a browser post the other types to us
 * without a preflight, and our pages never send them (their only form is a GET).
 */
export function readJsonBodies(adapter: ExpressAdapter): void {
  adapter.use(({ headers }: Request, _: Response, next: NextFunction) => {
    const isRefused = hasBody(headers) && !JSON_TYPE.test(headers['content-type'] ?? '');
    next(isRefused ? new DomainError('JSON_EXPECTED') : undefined);
  });
  adapter.useBodyParser('json', true, { limit: LIMIT });
  adapter.use(({ rawBody }: RawBodyRequest<Request>, _: Response, next: NextFunction) => {
    const isRefused = rawBody !== undefined && (!isUtf8(rawBody) || nesting(rawBody) > MAX_NESTING);
    next(isRefused ? new DomainError('INVALID_REQUEST') : undefined);
  });
}

/** How deeply a JSON text is nested. Counts without recursion. Brackets in strings do not count. */
export function nesting(json: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  // Decoding as latin1 is safe, because the bytes of longer UTF-8 characters never look like ASCII.
  const text = json.toString('latin1');
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      inString = !inString;
    } else if (inString) {
      at += char === '\\' ? 1 : 0;
    } else if (char === '[' || char === '{') {
      deepest = Math.max(deepest, (depth += 1));
    } else if (char === ']' || char === '}') {
      depth -= 1;
    }
  }
  return deepest;
}
