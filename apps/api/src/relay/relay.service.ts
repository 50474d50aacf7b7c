import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@dipper/contract';
import type { Request } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Grant, GrantsService } from '../extract/offers/grants.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { header, unsatisfiedTotal } from '../infra/http/content-range.js';
import { imageType } from '../infra/http/reply/image-type.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { rangeRequest } from '../infra/http/range-request.js';
import { refuseRangeRequest } from '../infra/http/reply/refuse.js';
import { workOutcomeOf } from '../infra/metrics/measured.js';
import { goneSignal } from '../infra/limits/visitor.js';
import { principalOf } from '../infra/principal/principal.js';
import { siteOf } from '../infra/sites/site.js';
import { SiteSettings } from '../infra/sites/site-settings.js';
import { IDLE_VISITOR_MS } from '../infra/http/reply/serve-file.js';
import { discard, SourceClient } from '../source/client/source-client.js';
import { finalError, translateFailure } from '../source/client/source-error.js';
import { HostBudget } from '../source/lanes/host-budget.js';
import { SpareClient } from '../source/lanes/spare-client.js';
import { platformOf } from '../source/source-fetcher.js';
import { askSource, type MediaClient, openInTime } from './ask-source.js';
import { isCrossSiteEmbed } from './cross-site-embed.js';
import { mediaHeaders, readMediaAnswer } from './media-answer.js';
import { OpenRelays } from './open-relays.js';
import { measureRelay, type RelayContent } from './relay-metrics.js';
import { streamImage } from './stream-image.js';
import { streamMedia } from './stream-media.js';

export interface MediaRequest {
  /** The media URL, exactly as issued. */
  readonly url: string;
  readonly download: boolean;
  /**
   * True for playback while a file is being made. Its connections then count towards the host's
   * budget, and it pauses while tasks need them and takes turns with other players.
   */
  readonly yields?: boolean;
  /** A further condition that the grant must meet. */
  readonly accepts?: (grant: Grant) => boolean;
}

interface ImageRequest extends Pick<MediaRequest, 'url' | 'download'> {
  /** The signed grant from the image's URL (`GrantsService.grantImage`), not yet verified. */
  readonly grant?: string | undefined;
}

/** An image that was issued here, and the page on which it was found. */
export type RelayedImage = Pick<Grant, 'url' | 'pageUrl'>;

interface ImageSource extends Pick<Grant, 'url' | 'pageUrl' | 'headers'> {
  /** The file name to save it under; null to display it. */
  readonly saveAs?: string | null;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the visitor has disconnected, or has read nothing for five minutes. */
  readonly gone: AbortSignal;
}

/** How many smaller images are tried. */
const MAX_OTHERS = 3;

/** How long to wait for a whole image. The robots of link previews give up after about this time. */
const WHOLE_IMAGE_MS = 10_000;

/**
 * Fetches media on behalf of visitors, but only from URLs that this deployment has issued
 * (contract, "Media relay").
 */
@Injectable()
export class RelayService {
  private readonly open = new OpenRelays();

  constructor(
    @Inject(GrantsService) private readonly grants: Pick<GrantsService, 'find' | 'signedImage'>,
    private readonly client: SourceClient,
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_FILE_BYTES' | 'RATE_LIMIT'>,
    @Inject(HostBudget) private readonly budget: Pick<HostBudget, 'spare'>,
    @Inject(SiteSettings) private readonly sites: Pick<SiteSettings, 'isBlocked'>,
  ) {}

  /**
   * Relays GET and HEAD requests for a granted media URL, including a single range. Resolves when
   * the reply has been sent or the visitor has left. A reply that yields may wait before its first
   * byte and pause between any two.
   * @throws DomainError; if the reply had already begun, its connection has been cut
   */
  async media(
    request: IncomingMessage,
    response: ServerResponse,
    { url, download, yields = false, accepts }: MediaRequest,
  ): Promise<void> {
    await this.during('media', request, response, async (exchange) => {
      const grant = await this.granted('media', url, request);
      if (accepts?.(grant) === false) {
        throw new DomainError('MEDIA_NOT_GRANTED');
      }
      this.refuseBlocked(grant);
      const client = this.clientFor(grant);
      const { connections } = platformOf(grant) ?? {};
      const player = { visitor: principalOf(request as Request).key, rules: connections };
      if (yields) {
        const spare = new SpareClient(client, this.budget, player);
        await this.relay(exchange, grant, { download, client: spare });
        return;
      }
      const isLimited = this.env.RATE_LIMIT === 'on';
      const end = isLimited ? this.open.add(player.visitor, url) : (): void => undefined;
      await this.relay(exchange, grant, { download, client }).finally(end);
    });
  }

  /**
   * Relays GET and HEAD requests for a granted image. If that image is missing, too large or not an
   * image, a smaller version is tried, because pages list sizes that were never made. Only the
   * start of an image is buffered; the rest is read from the source as the visitor reads it.
   *
   * A valid signature is enough to display the image without a lookup. Only an extraction knows the
   * image's name and its smaller versions, so these are looked up when they are needed.
   * @throws DomainError of the first image; if the reply had already begun, its connection has been
   * cut
   */
  async image(
    request: IncomingMessage,
    response: ServerResponse,
    { url, download, grant }: ImageRequest,
  ): Promise<void> {
    await this.during('image', request, response, async (exchange) => {
      const signed = isCrossSiteEmbed(request.headers) ? null : this.grants.signedImage(url, grant);
      const kept = (): Promise<Grant> => this.granted('image', url, request);
      const known = signed === null || download ? await kept().catch(orElse(signed)) : signed;
      this.refuseBlocked(known);
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
   * Reads an image that is known to have been issued, even if its grant has expired.
   * @returns its bytes, of a type that may be relayed (`imageType`)
   * @throws DomainError
   */
  async readImage({ url, pageUrl }: RelayedImage): Promise<Buffer> {
    this.refuseBlocked({ pageUrl });
    const remote = { url, headers: { referer: pageUrl, accept: 'image/*' } };
    const signal = AbortSignal.timeout(WHOLE_IMAGE_MS);
    const read = await this.clientFor({ pageUrl })
      .read(remote, { maxBytes: LIMITS.imageBytes, signal })
      .catch((error: unknown) => {
        throw finalError(translateFailure(error));
      });
    if (read === null) {
      throw new DomainError('FILE_TOO_LARGE');
    }
    if (imageType(read.bytes) === null) {
      throw new DomainError('NOT_MEDIA');
    }
    return read.bytes;
  }

  /**
   * Grants outlive a change to the block list.
   * @throws DomainError LINK_BLOCKED
   */
  private refuseBlocked({ pageUrl }: Pick<Grant, 'pageUrl'>): void {
    if (this.sites.isBlocked(pageUrl)) {
      throw new DomainError('LINK_BLOCKED');
    }
  }

  private async relayImage(
    { request, response, gone: signal }: Exchange,
    { url, pageUrl, headers, saveAs = null }: ImageSource,
  ): Promise<void> {
    const remote = { url, headers: { ...headers, accept: 'image/*' } };
    const answer = await openInTime(this.clientFor({ pageUrl }), remote, signal);
    try {
      if (answer.status !== 200) {
        throw new DomainError('SOURCE_FAILED', { cause: `unexpected status ${answer.status}` });
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
    { download, client }: { readonly download: boolean; readonly client: MediaClient },
  ): Promise<void> {
    const isHead = request.method === 'HEAD';
    const asked = rangeRequest(request.headers);
    const method = isHead ? 'HEAD' : 'GET';
    const answer = await askSource(client, grant, { method, range: asked, signal: gone });
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
      // Players start when they have the headers, but the first bytes may take a while.
      response.flushHeaders();
      const { body } = answer;
      await streamMedia({ response, signal: gone, first, body, remote: grant, client, maxBytes });
    } finally {
      discard(answer);
    }
  }

  /**
   * A media URL is often tied to the IP address from which its page was read, so the same proxy is
   * used.
   */
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

  /**
   * Runs `run` and maps its errors. Reports no error if the visitor has left, and cuts the
   * connection if the reply had already begun.
   */
  private async during(
    content: RelayContent,
    request: IncomingMessage,
    response: ServerResponse,
    run: (exchange: Exchange) => Promise<void>,
  ): Promise<void> {
    response.setTimeout(IDLE_VISITOR_MS, () => response.destroy());
    const gone = goneSignal(response);
    const end = measureRelay(content);
    try {
      await run({ request, response, gone });
      end('ok');
    } catch (thrown) {
      if (gone.aborted) {
        end('left');
        return;
      }
      const error = finalError(translateFailure(thrown));
      end(workOutcomeOf(error));
      if (response.headersSent) {
        cut(response);
      }
      throw error;
    }
  }
}

/**
 * Falls back to the signed grant if the lookup fails. @throws the lookup's error if there is no
 * signed grant
 */
function orElse(signed: Grant | null): (error: unknown) => Grant {
  return (error) => {
    if (signed === null) {
      throw error;
    }
    return signed;
  };
}

/**
 * Aborts a reply with a reset. A reply over HTTP/1.0, which some proxies use, may end with a closed
 * connection, so a normal close would make it look complete.
 */
function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
  response.destroy();
}
