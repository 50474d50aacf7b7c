import { Inject, Injectable } from '@nestjs/common';
import { detectPlatform } from '@dipper/media';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Grant, GrantsService } from '../extract/offers/grants.service.js';
import { EgressFailed, EgressRefused } from '../infra/egress/egress-error.js';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { header, unsatisfiedTotal } from '../infra/http/content-range.js';
import { DomainError } from '../infra/http/domain-error.js';
import { rangeRequest } from '../infra/http/range-request.js';
import { refuseRangeRequest } from '../infra/http/range-request-refusal.js';
import { goneSignal } from '../infra/limits/visitor.js';
import { siteOf } from '../infra/sites/site.js';
import { IDLE_VISITOR_MS } from '../infra/http/serve-file.js';
import { discard, SourceClient, type SourceRequest } from '../source/source-client.js';
import { finalError, translateFailure } from '../source/source-error.js';
import type { Remote } from '../source/source-stream.js';
import { isCrossSiteEmbed } from './cross-site-embed.js';
import { mediaHeaders, readMediaAnswer } from './media-answer.js';
import { streamImage } from './stream-image.js';
import { streamMedia } from './stream-media.js';

export interface MediaRequest {
  /** The media URL, exactly as it was handed out. */
  readonly url: string;
  /** To be saved rather than played. */
  readonly download: boolean;
  /** A further condition on what was handed out. */
  readonly accepts?: (grant: Grant) => boolean;
}

export interface ImageRequest extends Pick<MediaRequest, 'url' | 'download'> {
  /** What came with the image's address (`GrantsService.grantImage`), unchecked. */
  readonly grant?: string | undefined;
}

/** An image that was handed out, and the page that it was found on. */
export type RelayedImage = Pick<Grant, 'url' | 'pageUrl'>;

interface ImageSource extends Pick<Grant, 'url' | 'pageUrl' | 'headers'> {
  /** The name it is saved under; null for one that is shown. */
  readonly saveAs?: string | null;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the visitor has gone, or has taken nothing for five minutes. */
  readonly gone: AbortSignal;
}

/** Smaller pictures that are tried. */
const MAX_OTHERS = 3;

/** Longest time until an image begins, milliseconds. */
const OPENING_PATIENCE_MS = 20_000;

/** Fetches on a visitor's behalf what this deployment handed out, and nothing else (contract, "Media relay"). */
@Injectable()
export class RelayService {
  constructor(
    @Inject(GrantsService) private readonly grants: Pick<GrantsService, 'find' | 'signedImage'>,
    private readonly client: SourceClient,
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_FILE_BYTES'>,
  ) {}

  /**
   * Relays GET and HEAD of a granted media URL, a single range included. Returns when the answer is
   * out or the visitor has gone.
   * @throws DomainError; when part of the answer is out already, its connection has been cut
   */
  async media(
    request: IncomingMessage,
    response: ServerResponse,
    { url, download, accepts }: MediaRequest,
  ): Promise<void> {
    await this.during(request, response, async (exchange) => {
      const grant = await this.granted('media', url, request);
      if (accepts?.(grant) === false) {
        throw new DomainError('MEDIA_NOT_GRANTED');
      }
      await this.relay(exchange, grant, download);
    });
  }

  /**
   * Relays GET and HEAD of a granted image, or of a smaller one of the same picture where it is not
   * there, too large or no image: pages name sizes that were never made. Nothing is kept here but its
   * opening: what a visitor does not take stays with the source.
   *
   * A signature that holds is enough to show the image: nobody is asked. What an extraction knows
   * besides, its name and smaller ones, is looked up when it is needed.
   * @throws DomainError of the first; when part of an image is out already, its connection has been cut
   */
  async image(
    request: IncomingMessage,
    response: ServerResponse,
    { url, download, grant }: ImageRequest,
  ): Promise<void> {
    await this.during(request, response, async (exchange) => {
      const signed = isCrossSiteEmbed(request.headers) ? null : this.grants.signedImage(url, grant);
      const kept = (): Promise<Grant> => this.granted('image', url, request);
      const known = signed === null || download ? await kept().catch(orElse(signed)) : signed;
      const saveAs = download ? (known.fileName ?? 'picture.jpg') : null;
      const relay = (one: Grant, at: string): Promise<void> =>
        this.relayImage(exchange, { ...one, url: at, saveAs });
      await relay(known, url).catch(async (first: unknown) => {
        const isOver = (): boolean => exchange.gone.aborted || response.headersSent;
        const full = isOver() || known !== signed ? known : await kept().catch(orElse(signed));
        for (const other of (full.others ?? []).slice(0, MAX_OTHERS)) {
          if (isOver()) {
            break;
          }
          if (
            await relay(full, other).then(
              () => true,
              () => false,
            )
          ) {
            return;
          }
        }
        throw first;
      });
    });
  }

  /**
   * The same for an image that is known to have been handed out, though its grant may be over.
   * @throws DomainError; when part of the image is out already, its connection has been cut
   */
  async sharedImage(
    request: IncomingMessage,
    response: ServerResponse,
    { url, pageUrl }: RelayedImage,
  ): Promise<void> {
    await this.during(request, response, async (exchange) => {
      if (isCrossSiteEmbed(request.headers)) {
        throw new DomainError('MEDIA_NOT_GRANTED');
      }
      await this.relayImage(exchange, { url, pageUrl, headers: { referer: pageUrl } });
    });
  }

  private async relayImage(
    { request, response, gone: signal }: Exchange,
    { url, pageUrl, headers, saveAs = null }: ImageSource,
  ): Promise<void> {
    const remote = { url, headers: { ...headers, accept: 'image/*' } };
    const answer = await openInTime(this.clientFor({ pageUrl }), remote, signal);
    try {
      if (answer.status !== 200) {
        throw new DomainError('SOURCE_FAILED', { cause: `status ${answer.status}, unasked` });
      }
      const isHead = request.method === 'HEAD';
      await streamImage({ response, isHead, saveAs, answer, signal });
    } finally {
      discard(answer);
    }
  }

  private async relay(
    { request, response, gone }: Exchange,
    grant: Grant,
    download: boolean,
  ): Promise<void> {
    const isHead = request.method === 'HEAD';
    const asked = rangeRequest(request.headers);
    const method = isHead ? 'HEAD' : 'GET';
    const client = this.clientFor(grant);
    const answer = await ask(client, grant, { method, range: asked, signal: gone });
    try {
      if (answer.status === 416) {
        const total = unsatisfiedTotal(header(answer.headers, 'content-range'));
        refuseRangeRequest(response, { status: 416, total });
        return;
      }
      const fileName = grant.fileName ?? 'download';
      const maxBytes = this.env.MAX_FILE_BYTES;
      const first = readMediaAnswer(answer, { asked, fileName, maxBytes });
      if (!isHead && first.end === first.start) {
        throw new DomainError('SOURCE_INCOMPLETE', { cause: 'the source sent an empty file' });
      }
      response.writeHead(first.status, mediaHeaders(first, { fileName, download }));
      if (isHead) {
        response.end();
        return;
      }
      // Players start on the head; the first bytes may take their time.
      response.flushHeaders();
      const { body } = answer;
      await streamMedia({ response, signal: gone, first, body, remote: grant, client, maxBytes });
    } finally {
      discard(answer);
    }
  }

  /** Media URLs are often good for the address only that read their page: through the same proxy. */
  private clientFor({ pageUrl }: Pick<Grant, 'pageUrl'>): SourceClient {
    return this.client.via(siteOf(pageUrl));
  }

  private async granted(
    kind: Grant['kind'],
    url: string,
    { headers }: IncomingMessage,
  ): Promise<Grant> {
    const grant = isCrossSiteEmbed(headers)
      ? null
      : await this.grants.find(kind, url, headers.host ?? '');
    if (grant?.kind !== kind) {
      throw new DomainError('MEDIA_NOT_GRANTED');
    }
    return grant;
  }

  /** Maps errors: none for a visitor who has gone; half an answer is cut off. */
  private async during(
    request: IncomingMessage,
    response: ServerResponse,
    run: (exchange: Exchange) => Promise<void>,
  ): Promise<void> {
    response.setTimeout(IDLE_VISITOR_MS, () => response.destroy());
    const gone = goneSignal(response);
    try {
      await run({ request, response, gone });
    } catch (error) {
      if (gone.aborted) {
        return;
      }
      if (response.headersSent) {
        cut(response);
      }
      throw finalError(translateFailure(error));
    }
  }
}

/** In place of a grant that is not there, or cannot be looked up, the signed one. @throws without one */
function orElse(signed: Grant | null): (error: unknown) => Grant {
  return (error) => {
    if (signed === null) {
      throw error;
    }
    return signed;
  };
}

/**
 * Asks what the visitor asks. Sources that do not answer HEAD (links signed for GET, mostly) are
 * asked for the file and left after its head.
 */
async function ask(
  client: SourceClient,
  grant: Grant,
  request: SourceRequest,
): Promise<EgressResponse> {
  if (request.method === 'HEAD') {
    const answer = await client.open(grant, request).catch((error: unknown) => {
      if (error instanceof EgressRefused) {
        throw error;
      }
      return null;
    });
    if (answer !== null && header(answer.headers, 'content-length') !== '0') {
      return answer;
    }
    if (answer !== null) {
      discard(answer);
    }
  }
  const get = { ...request, method: 'GET' } as const;
  return client.open(grant, get).catch((error: unknown) => {
    // A reused connection may have been closed by the source meanwhile: retry once.
    if (error instanceof EgressFailed && error.reason === 'connection') {
      return client.open(grant, get);
    }
    throw error;
  });
}

/** Redirects included: each of them has its own time, which a circle of slow ones could use up. */
async function openInTime(
  client: SourceClient,
  remote: Remote,
  gone: AbortSignal,
): Promise<EgressResponse> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new DOMException('no answer in time', 'TimeoutError'));
  }, OPENING_PATIENCE_MS);
  const signal = AbortSignal.any([gone, late.signal]);
  return client.open(remote, { signal }).finally(() => clearTimeout(timer));
}

/** Whether a media URL was handed out for a page of TikTok: its CDN is asked with that page as Referer. */
export function isTiktokGrant({ url, headers }: Pick<Grant, 'url' | 'headers'>): boolean {
  return [headers['referer'] ?? '', url].some((link) => detectPlatform(link)?.id === 'tiktok');
}

/**
 * Breaks an answer off. By a reset: an answer to HTTP/1.0, which proxies speak, may end by closing
 * its connection, and would look whole.
 */
function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
  response.destroy();
}
