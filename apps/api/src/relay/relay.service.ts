import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@dipper/contract';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Grant, GrantsService } from '../extract/grants.service.js';
import { EgressService } from '../infra/egress/egress.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { header, unsatisfiedTotal } from '../infra/http/content-range.js';
import { DomainError } from '../infra/http/domain-error.js';
import { rangeRequest } from '../infra/http/range-request.js';
import { refuseRangeRequest } from '../infra/http/range-request-refusal.js';
import { FOREIGN_CONTENT_HEADERS } from '../infra/http/serve-file-headers.js';
import { isCrossSiteEmbed } from './cross-site-embed.js';
import { deliverMedia } from './deliver-media.js';
import { goneSignal } from './gone-signal.js';
import { readMediaAnswer } from './media-answer.js';
import { mediaHead } from './media-head.js';
import { discard, MediaSource } from './media-source.js';
import { readImage } from './read-image.js';
import { relayFailure, upstreamRefusal } from './upstream-failure.js';

export interface MediaWish {
  /** The media URL, exactly as it was handed out. */
  readonly url: string;
  /** To be saved rather than played. */
  readonly download: boolean;
  /** A further condition on what was handed out. */
  readonly accepts?: (grant: Grant) => boolean;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly gone: AbortSignal;
}

/** Longest time for a whole image, milliseconds. */
const IMAGE_DEADLINE_MS = 20_000;

/** Fetches on a visitor's behalf what this deployment handed out, and nothing else (contract, "Media relay"). */
@Injectable()
export class RelayService {
  constructor(
    @Inject(GrantsService) private readonly grants: Pick<GrantsService, 'find'>,
    private readonly egress: EgressService,
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_FILE_BYTES'>,
  ) {}

  /**
   * Relays GET and HEAD of a granted media URL, a single range included. Returns when the answer is
   * out or the visitor has gone.
   * @throws DomainError; when part of the answer is out already, its connection has been cut
   */
  async media(request: IncomingMessage, response: ServerResponse, wish: MediaWish): Promise<void> {
    await this.during({ request, response, gone: goneSignal(response) }, async (exchange) => {
      const grant = await this.granted('media', wish.url, request);
      if (wish.accepts?.(grant) === false) {
        throw new DomainError('MEDIA_NOT_GRANTED');
      }
      await this.relay(exchange, grant, wish.download);
    });
  }

  /** Relays a granted image, whole. @throws DomainError */
  async image(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
    await this.during({ request, response, gone: goneSignal(response) }, async ({ gone }) => {
      const { headers } = await this.granted('image', url, request);
      const signal = AbortSignal.any([gone, AbortSignal.timeout(IMAGE_DEADLINE_MS)]);
      const answer = await this.egress.request(url, {
        headers: { ...headers, accept: 'image/*' },
        signal,
      });
      const image = await readImage(answer, LIMITS.imageBytes);
      response.writeHead(200, {
        ...FOREIGN_CONTENT_HEADERS,
        'Cache-Control': 'public, max-age=86400',
        'Content-Type': image.mediaType,
        'Content-Length': image.bytes.length,
      });
      response.end(image.bytes);
    });
  }

  private async relay(exchange: Exchange, grant: Grant, download: boolean): Promise<void> {
    const { request, response, gone } = exchange;
    const isHead = request.method === 'HEAD';
    const asked = rangeRequest(request.headers);
    const source = new MediaSource(this.egress, grant, gone);
    const answer = await source.ask(isHead ? 'HEAD' : 'GET', asked);
    try {
      const refusal = upstreamRefusal(answer.status);
      if (refusal !== null) {
        throw refusal;
      }
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
      const { status, headers } = mediaHead(first, { fileName, download });
      response.writeHead(status, headers);
      if (isHead) {
        response.end();
        return;
      }
      // Players start on the head; the first bytes may take their time.
      response.flushHeaders();
      const resume = (at: number) => source.resume(first, at);
      await deliverMedia({ response, signal: gone, first, body: answer.body, resume, maxBytes });
    } finally {
      discard(answer);
    }
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

  /** Runs an exchange: a visitor who has gone is told nothing, one who has half an answer is cut off. */
  private async during(
    exchange: Exchange,
    run: (exchange: Exchange) => Promise<void>,
  ): Promise<void> {
    try {
      await run(exchange);
    } catch (error) {
      if (exchange.gone.aborted) {
        return;
      }
      if (exchange.response.headersSent) {
        exchange.response.destroy();
      }
      throw relayFailure(error);
    }
  }
}
