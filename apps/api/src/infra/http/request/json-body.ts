import type { RawBodyRequest } from '@nestjs/common';
import type { ExpressAdapter } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { isUtf8 } from 'node:buffer';
import { hasBody } from './body-deadline.js';
import { DomainError } from '../../errors/domain-error.js';
import { isWithinBounds } from '../../json/bounded-json.js';

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
    const isGood =
      rawBody === undefined ||
      (isUtf8(rawBody) && isWithinBounds(rawBody.toString('utf8'), MAX_NESTING));
    next(isGood ? undefined : new DomainError('INVALID_REQUEST'));
  });
}
