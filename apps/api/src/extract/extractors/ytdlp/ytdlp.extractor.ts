import type { ErrorCode } from '@dipper/contract';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { itemName, itemNumber, pageOfItem } from '@dipper/media';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EgressService } from '../../../infra/egress/egress.service.js';
import { ENV, type Env } from '../../../infra/env/env.module.js';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { ProcessError } from '../../../infra/process/run-process.js';
import {
  type Extractor,
  type ExtractedPage,
  SiteExtractor,
  YTDLP_ORDER,
} from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import { askPlaylists } from './ask-playlists.js';
import { parseYtdlpInfo } from './info/parse-ytdlp-info.js';
import { formatsOf, readYtdlpInfo, statesDuration } from './info/read-ytdlp-info.js';
import { addressOfItem, type RunYtdlp, readPage } from './read-page.js';
import { InstalledYtdlp } from './program/installed-ytdlp.js';
import { SiteAccess, type SiteSession } from './access/site-access.js';
import { PLATFORM_EXTRACTORS } from './platform-extractors.js';
import { ytdlpArgv } from './ytdlp.argv.js';
import { YTDLP_BOUNDS, type YtdlpBounds } from './run/ytdlp.bounds.js';
import { ytdlpErrorCode } from './ytdlp.errors.js';
import { YtdlpRunner } from './run/ytdlp.runner.js';
import type { YtdlpInfo } from './info/ytdlp.schema.js';

/**
 * How long to wait after a rate limit, in seconds. Sites don't state it. Bilibili and Instagram
 * lift the limit after a minute or two.
 */
const RATE_LIMIT_SECONDS = 120;

/**
 * Reads pages with yt-dlp, behind the egress guard. Tried for any link, after the site extractors.
 */
@Injectable()
@SiteExtractor({ order: YTDLP_ORDER })
export class YtdlpExtractor implements Extractor {
  readonly name = 'yt-dlp';
  protected readonly bounds: YtdlpBounds = YTDLP_BOUNDS;
  private readonly logger = new Logger(YtdlpExtractor.name);

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly installed: InstalledYtdlp,
    private readonly runner: YtdlpRunner,
    private readonly access: SiteAccess,
    private readonly egress: EgressService,
  ) {}

  canHandle(): boolean {
    return true;
  }

  async extract({ url, platform }: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    const [page, number] = [pageOfItem(url), numberIn(url)];
    const program = await this.installed.program();
    if (program === null) {
      throw new DomainError('EXTRACTOR_MISSING');
    }
    const jsRuntime = await this.installed.jsRuntime();
    const session = await this.access.open(url, this.bounds.receivedBytes);
    const run = async (
      address: string,
      item: number | null,
      photos = false,
    ): Promise<YtdlpInfo> => {
      const output = await this.runner.run(program, {
        argv: ytdlpArgv({
          url: address,
          item,
          photos,
          version: program.version,
          extractors: platform === null ? undefined : PLATFORM_EXTRACTORS[platform.id],
          jsRuntime: jsRuntime?.option ?? null,
          subtitles: asksForSubtitles(platform, session.cookiesFile),
          proxyUrl: session.proxyUrl,
          cookiesFile: session.cookiesFile,
          extractorArgs: session.extractorArgs,
          // All runs share this folder, even those of other processes. yt-dlp replaces whole files
          // by renaming them, and ignores files that it can't parse (its cache.py).
          cacheDir: join(this.env.DATA_DIR, 'cache', 'yt-dlp'),
        }),
        bounds: this.bounds,
        env: jsRuntime?.env,
        signal: AbortSignal.any([signal, session.overspent]),
      });
      return alone(() => parseYtdlpInfo(output));
    };
    try {
      const answer = await readPage(page, number, asking(platform, run));
      session.ended(null);
      if (answer.kind === 'list') {
        return answer;
      }
      const item = await alone(() => readYtdlpInfo(answer.info, page));
      const whole = statesDuration(answer.info)
        ? item
        : readYtdlpInfo(
            answer.info,
            page,
            await askPlaylists(item, { egress: this.egress, site: session.site, signal }),
          );
      return {
        kind: 'item',
        item: { ...whole, pageUrl: addressOfItem(whole.pageUrl, page, number) },
      };
    } catch (error) {
      throw this.failureOf(error, url, session);
    } finally {
      await session.close();
    }
  }

  /**
   * Returns the error to report for a run. Errors caused by the site are recorded in the session.
   */
  private failureOf(error: unknown, url: string, session: SiteSession): unknown {
    if (session.overspent.aborted) {
      return new DomainError('PAGE_TOO_LARGE', { cause: error });
    }
    const explained = error instanceof ProcessError ? this.explain(error, url) : error;
    const refused = session.refused();
    if (refused !== null && looksRefused(explained)) {
      return new DomainError('ADDRESS_NOT_ALLOWED', { cause: refused });
    }
    if (explained instanceof DomainError) {
      session.ended(explained.code);
    }
    return explained;
  }

  private explain(error: ProcessError, url: string): DomainError {
    switch (error.reason) {
      case 'spawn':
        return new DomainError('EXTRACTOR_MISSING', { cause: error });
      case 'timeout':
        return new DomainError('SOURCE_TIMEOUT', { cause: error });
      case 'aborted':
        return new DomainError('UNAVAILABLE', { cause: error });
      case 'output':
        return new DomainError('PAGE_TOO_LARGE', { cause: error });
      case 'exit': {
        const code = ytdlpErrorCode(error.stderrTail);
        this.logger.warn({
          msg: 'yt-dlp could not read a page',
          host: new URL(url).hostname,
          code,
          stderr: error.stderrTail.slice(-1000),
        });
        return code === 'SOURCE_RATE_LIMITED'
          ? new DomainError(code, { cause: error, retryAfterSeconds: RATE_LIMIT_SECONDS })
          : new DomainError(code, { cause: error });
      }
    }
  }
}

/**
 * Wraps runs of yt-dlp for sites whose posts may mix photos and videos (Instagram). If a run that
 * allows photos finds nothing, a second run without photos reports the reason.
 */
function asking(
  platform: PageLink['platform'],
  run: (url: string, item: number | null, photos?: boolean) => Promise<YtdlpInfo>,
): RunYtdlp {
  return async (url, item) => {
    if (platform?.id !== 'instagram' || item !== null) {
      return run(url, item);
    }
    const info = await run(url, item, true);
    return (info.entries ?? []).length > 0 || formatsOf(info).length > 0 ? info : run(url, item);
  };
}

/**
 * The number of the item that a link refers to.
 * @throws DomainError UNSUPPORTED_SITE for an episode of a feed
 */
function numberIn(url: string): number | null {
  const number = itemNumber(new URL(url));
  if (number === null && itemName(new URL(url)) !== null) {
    throw new DomainError('UNSUPPORTED_SITE', { cause: 'an episode of a feed' });
  }
  return number;
}

/** Does work that may take 0.1 s for a large page, and then lets other requests run. */
async function alone<T>(work: () => T): Promise<T> {
  const result = work();
  await nextTurn();
  return result;
}

/**
 * False for Bilibili without cookies: guests see no subtitles, and yt-dlp gives up on the whole
 * page if the request for the list of subtitles is refused.
 */
function asksForSubtitles(platform: PageLink['platform'], cookiesFile: string | null): boolean {
  return platform?.id !== 'bilibili' || cookiesFile !== null;
}

/**
 * Codes that may result from a request that the guard refused. Other codes, such as the one for a
 * private video, are reliable in any case.
 */
const LOOKS_REFUSED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'EXTRACT_FAILED',
  'NO_MEDIA',
  'SOURCE_BLOCKED',
  'SOURCE_FAILED',
  'SOURCE_RATE_LIMITED',
  'SOURCE_TIMEOUT',
  'UNSUPPORTED_SITE',
]);

function looksRefused(error: unknown): boolean {
  return error instanceof DomainError && LOOKS_REFUSED.has(error.code);
}
