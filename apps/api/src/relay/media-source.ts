import type { Grant } from '../extract/grants.service.js';
import {
  type EgressResponse,
  type EgressService,
  MEDIA_REDIRECTS,
} from '../infra/egress/egress.service.js';
import { header, parseContentRange } from '../infra/http/content-range.js';
import { DomainError } from '../infra/http/domain-error.js';
import type { RangeRequest } from '../infra/http/range-request.js';
import { continuesFile, isIdentifiable } from './continues-file.js';
import type { Continuation } from './deliver-media.js';
import { type MediaAnswer, strongEtag } from './media-answer.js';
import { isBrokenConnection, mayPass, upstreamRefusal } from './upstream-failure.js';
import { upstreamHeaders } from './upstream-headers.js';

/** One granted URL, asked on behalf of one visitor. */
export class MediaSource {
  constructor(
    private readonly egress: EgressService,
    private readonly grant: Grant,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Asks what the visitor asks. Sources that do not answer HEAD (links signed for GET, mostly) are
   * asked for the file and left after its head.
   */
  async ask(method: 'GET' | 'HEAD', range: RangeRequest | null): Promise<EgressResponse> {
    const answer = await this.request(method, range).catch((error: unknown) => {
      // A kept connection may end just as it is used: worth one more try.
      if (isBrokenConnection(error)) {
        return this.request(method, range);
      }
      throw error;
    });
    const empty = header(answer.headers, 'content-length') === '0';
    if (method === 'HEAD' && ((answer.status >= 400 && answer.status !== 416) || empty)) {
      discard(answer);
      return this.request('GET', range);
    }
    return answer;
  }

  /**
   * The rest of a file from a byte on.
   * @returns null when the source cannot now, but may later
   * @throws DomainError SOURCE_FAILED when it cannot, or has another file by now
   */
  async resume(first: MediaAnswer, at: number): Promise<Continuation | null> {
    if (!isIdentifiable(first)) {
      throw new DomainError('SOURCE_FAILED', { cause: 'nothing to tell the rest of this file by' });
    }
    const last = first.end === null ? null : first.end - 1;
    const range = { first: at, last, suffix: null, ifRange: strongEtag(first) };
    const answer = await this.request('GET', range).catch((error: unknown) => {
      if (mayPass(error)) {
        return null;
      }
      throw error;
    });
    if (answer === null) {
      return null;
    }
    if (continuesFile(first, answer, at)) {
      const total = parseContentRange(header(answer.headers, 'content-range'))?.total ?? null;
      return { body: answer.body, total };
    }
    discard(answer);
    if (answer.status >= 500 || answer.status === 429 || answer.status === 408) {
      return null;
    }
    throw (
      upstreamRefusal(answer.status) ??
      new DomainError('SOURCE_FAILED', { cause: 'another file, or none' })
    );
  }

  private request(method: 'GET' | 'HEAD', range: RangeRequest | null): Promise<EgressResponse> {
    const { url, headers } = this.grant;
    return this.egress.request(url, {
      method,
      headers: upstreamHeaders(headers, range),
      signal: this.signal,
      maxRedirects: MEDIA_REDIRECTS,
    });
  }
}

/** Ends an answer that is not wanted, and its connection with it. */
export function discard({ body }: EgressResponse): void {
  body.on('error', () => undefined).destroy();
}
