import { Inject, Injectable } from '@nestjs/common';
import {
  EgressService,
  type EgressResponse,
  MEDIA_REDIRECTS,
} from '../../infra/egress/egress.service.js';
import { contentLength } from '../../infra/http/content-range.js';
import { type RangeRequest, rangeText } from '../../infra/http/range-request.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { metrics } from '../../infra/metrics/metrics.js';
import type { Site } from '../../infra/sites/site.js';
import type { Pace } from './pace.js';
import { retrying } from './retry.js';
import { checkEncoding, checkStatus } from './source-answer.js';
import type { Remote } from './source-stream.js';

export interface SourceRequest {
  readonly method?: 'GET' | 'HEAD';
  /** Null or omitted for the whole file. */
  readonly range?: RangeRequest | null;
  readonly signal: AbortSignal;
}

/** Headers that are set by us or by the connection, whatever the extraction stored. */
const NOT_FROM_EXTRACTIONS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'if-range',
  'range',
  'transfer-encoding',
]);

/** Requests media, playlists, keys and images from sources, for tasks and for relayed requests. */
@Injectable()
export class SourceClient {
  private site: Site | undefined = undefined;

  constructor(@Inject(EgressService) private readonly egress: Pick<EgressService, 'request'>) {}

  /**
   * A client for the media of one site, on whatever hosts. It uses the proxy that the operator has
   * configured for the site, because media URLs often work only from the IP address that read their
   * page.
   */
  via(site: Site): SourceClient {
    const client = new SourceClient(this.egress);
    client.site = site;
    return client;
  }

  /**
   * Sends one request.
   * @returns a response with status 200, 206 or 416. Its body must be read or discarded.
   * @throws SourceGone, Interrupted (worth repeating) or DomainError for other statuses and for
   *   encoded content; EgressRefused or EgressFailed (see `translateFailure`) if there is no
   *   response.
   */
  async open(
    { url, headers }: Remote,
    { method = 'GET', range = null, signal }: SourceRequest,
  ): Promise<EgressResponse> {
    const answer = await this.egress.request(url, {
      method,
      headers: requestHeaders(headers, range),
      signal,
      maxRedirects: MEDIA_REDIRECTS,
      use: 'media',
      ...(this.site !== undefined && { via: this.site }),
    });
    try {
      checkStatus(answer);
      if (answer.status !== 416) {
        checkEncoding(answer);
      }
    } catch (error) {
      discard(answer);
      throw error;
    }
    return answer;
  }

  /**
   * Reads something small, such as a playlist or an image, into memory.
   * @returns its bytes, and its URL after redirects; null if there are more than `maxBytes`.
   * @throws whatever `open` and reading the body throw.
   */
  async read(
    remote: Remote,
    { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<{ bytes: Buffer; url: string } | null> {
    const answer = await this.open(remote, { signal });
    try {
      if (answer.status !== 200) {
        throw new DomainError('SOURCE_FAILED', { cause: `unexpected status ${answer.status}` });
      }
      if ((contentLength(answer.headers) ?? 0) > maxBytes) {
        return null;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        size += chunk.length;
        metrics.count('dipper_source_bytes_total', { use: 'document' }, chunk.length);
        if (size > maxBytes) {
          return null;
        }
        chunks.push(chunk);
      }
      return { bytes: Buffer.concat(chunks), url: answer.url };
    } finally {
      discard(answer);
    }
  }

  /**
   * Reads something small that a download depends on, with retries.
   * @throws SourceGone; DomainError (NOT_MEDIA if there are more than `maxBytes`).
   */
  async readPatiently(
    remote: Remote,
    options: {
      readonly maxBytes: number;
      readonly pace: Pick<Pace, 'idle'>;
      readonly signal: AbortSignal;
    },
  ): Promise<{ bytes: Buffer; url: string }> {
    let found: { bytes: Buffer; url: string } | null = null;
    const attempt = async (): Promise<void> => {
      found = await this.read(remote, options);
    };
    await retrying(attempt, () => 0, options.signal, options.pace);
    if (found === null) {
      throw new DomainError('NOT_MEDIA', { cause: `more than ${options.maxBytes} bytes` });
    }
    return found;
  }
}

/** Drops an unwanted response and closes its connection. */
export function discard({ body }: Pick<EgressResponse, 'body'>): void {
  body.on('error', () => undefined).destroy();
}

/** Requests `identity`, because the byte ranges of encoded media would differ from the file's. */
function requestHeaders(
  kept: Readonly<Record<string, string>>,
  range: RangeRequest | null,
): Record<string, string> {
  const headers = Object.entries(kept)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !NOT_FROM_EXTRACTIONS.has(name));
  return {
    ...Object.fromEntries(headers),
    'accept-encoding': 'identity',
    ...(range !== null && { range: rangeText(range) }),
    ...(range !== null && range.ifRange !== null && { 'if-range': range.ifRange }),
  };
}
