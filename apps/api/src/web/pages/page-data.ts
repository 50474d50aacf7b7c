import type { DomainConfig } from '@dipper/contract';
import { type PageInput, pathIn, resolve } from '@dipper/site';
import { Injectable } from '@nestjs/common';
import { within } from '../../infra/within.js';
import { ShareService } from '../../share/share.service.js';
import { StatusService } from '../../status/status.service.js';
import { Pages } from './page-renderer.js';

/**
 * In milliseconds. The rest of the page needs no database, so it must not wait long for an
 * unresponsive one.
 */
const PATIENCE_MS = 2000;

/** Reads data that some kinds of pages show, besides the configuration, from the database. */
@Injectable()
export class PageData {
  constructor(
    private readonly pages: Pages,
    private readonly shares: ShareService,
    private readonly status: StatusService,
  ) {}

  /**
   * The picture for other sites' link previews of a shared preview, or the platforms' status for
   * the status page. Nothing for any other page, or if the database is down.
   */
  async of(
    path: string,
    search: string,
    config: DomainConfig,
  ): Promise<Pick<PageInput, 'sharedPicture' | 'status'>> {
    const { page } = resolve(path, config, await this.pages.offered());
    if (page === 'preview' && search !== '') {
      const sharedPicture = await inTime(this.shares.pictureOfPreview(search));
      return sharedPicture === null ? {} : { sharedPicture };
    }
    const status = page === 'status' ? await inTime(this.status.of(config)) : null;
    return status === null ? {} : { status };
  }

  /**
   * The target of a short link in the language of its path (`/de/p/{id}`); null for any other path.
   * Paths without a language are handled elsewhere.
   */
  async shortLinkTarget(path: string, config: DomainConfig): Promise<string | null> {
    const { page, language, params } = resolve(path, config, await this.pages.offered());
    const isLink = page === 'short-link' && language !== null && params.id !== undefined;
    const address = isLink ? await this.shares.open(params.id) : null;
    return address === null ? null : pathIn(language, address);
  }
}

/** @returns null if the value can't be found in time */
function inTime<T>(found: Promise<T | null>): Promise<T | null> {
  return within(found, PATIENCE_MS, 'the data of a page').catch(() => null);
}
