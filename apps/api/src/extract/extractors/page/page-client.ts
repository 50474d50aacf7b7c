import { parseJson } from '../../../infra/json/bounded-json.js';
import { Inject, Injectable } from '@nestjs/common';
import { EgressService } from '../../../infra/egress/egress.service.js';
import { header } from '../../../infra/http/content-range.js';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { runningTimeout } from '../../../infra/running-timeout.js';
import { type Site, siteOf } from '../../../infra/sites/site.js';
import { discard } from '../../../source/client/source-client.js';
import { finalError, translateFailure } from '../../../source/client/source-error.js';
import { BROWSER_AGENT } from '../../links/browser-agent.js';
import type { PageLink } from '../../links/page-link.service.js';
import { decodeText } from './decode-text.js';
import { type HtmlPage, readHtmlPage, type Wanted } from './html-page.js';
import { ACCEPT_ENCODING, boundedBody, checkPage, type PageKind } from './page-answer.js';

/** The time limit for all requests of one extraction together, in milliseconds. */
const DEADLINE_MS = 15_000;
/** A page with its data takes a few hundred KB. Anything much larger is not a page. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

const ACCEPT: Readonly<Record<PageKind, string>> = {
  html: 'text/html,application/xhtml+xml,*/*;q=0.8',
  json: 'application/json,*/*;q=0.8',
  feed: 'application/rss+xml,application/xml,text/xml,*/*;q=0.8',
};

export interface PageRequest {
  readonly signal: AbortSignal;
  /** The item's site. Requests use the proxy that the operator has set for it. */
  readonly via: Site;
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes?: number;
}

/** The request settings for one link. All requests with them share one time limit. */
export function requestsFor({ url }: PageLink, signal: AbortSignal): PageRequest {
  return { signal: withDeadline(signal, DEADLINE_MS), via: siteOf(url) };
}

/**
 * A signal that also aborts after this many milliseconds, even while data is still trickling in.
 */
export function withDeadline(signal: AbortSignal, milliseconds: number): AbortSignal {
  return AbortSignal.any([signal, runningTimeout(milliseconds)]);
}

/**
 * Reads pages, feeds and public APIs for our own extractors, through the egress guard and within
 * limits.
 */
@Injectable()
export class PageClient {
  constructor(
    @Inject(EgressService) private readonly egress: Pick<EgressService, 'request' | 'check'>,
  ) {}

  /**
   * @param wanted selects the elements to keep
   * @throws DomainError
   */
  html(url: string, request: PageRequest, wanted?: Wanted): Promise<HtmlPage> {
    return this.read(url, { ...request, kind: 'html' }, (pieces, from) =>
      readHtmlPage(pieces, from, wanted),
    );
  }

  /**
   * @returns parsed JSON, which the caller has to validate
   * @throws DomainError, with EXTRACT_FAILED for invalid JSON
   */
  json(url: string, request: PageRequest): Promise<unknown> {
    return this.read(url, { ...request, kind: 'json' }, async (pieces) => {
      let text = '';
      for await (const piece of pieces) {
        text += piece;
      }
      try {
        return parseJson(text);
      } catch (cause) {
        throw new DomainError('EXTRACT_FAILED', { cause });
      }
    });
  }

  /**
   * Reads a response as a stream.
   * @param use receives the text in pieces, and the URL after redirects
   * @throws DomainError with what the response means for the item; ADDRESS_NOT_ALLOWED;
   * SOURCE_TIMEOUT or SOURCE_FAILED if there is no response; whatever `use` throws
   */
  async read<T>(
    url: string,
    request: PageRequest & { readonly kind: PageKind },
    use: (pieces: AsyncIterable<string>, from: string) => Promise<T>,
  ): Promise<T> {
    const { kind, signal, via, headers = {}, maxBytes = MAX_PAGE_BYTES } = request;
    try {
      const answer = await this.egress.request(url, {
        headers: {
          'user-agent': BROWSER_AGENT,
          accept: ACCEPT[kind],
          'accept-encoding': ACCEPT_ENCODING,
          ...headers,
        },
        signal,
        via,
      });
      try {
        checkPage(answer, kind);
        const type = header(answer.headers, 'content-type') ?? '';
        return await use(decodeText(boundedBody(answer, maxBytes), type), answer.url);
      } finally {
        discard(answer);
      }
    } catch (error) {
      throw isOurBug(error) ? error : finalError(translateFailure(error));
    }
  }

  isReachable(url: string): boolean {
    return this.egress.check(url).ok;
  }
}

/**
 * Maps a failure to read a directory or a feed to a code that lets the next extractor try, because
 * it says nothing about the item itself.
 */
export function asExtractorFailure(error: unknown): unknown {
  if (!(error instanceof DomainError)) {
    return error;
  }
  const isNetwork = error.code === 'SOURCE_TIMEOUT' || error.code === 'SOURCE_FAILED';
  return new DomainError(isNetwork ? 'SOURCE_FAILED' : 'EXTRACT_FAILED', { cause: error });
}

/**
 * True for errors that must be thrown unchanged, so that the source is not blamed for our own bugs.
 */
function isOurBug(error: unknown): boolean {
  return [TypeError, RangeError, ReferenceError].some((type) => error instanceof type);
}
