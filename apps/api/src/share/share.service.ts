import {
  type StoredParams,
  keptParamsSchema,
  previewPath,
  SHORT_ID,
  shortLinkPath,
} from '@dipper/contract';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import PQueue from 'p-queue';
import { GrantsService } from '../extract/offers/grants.service.js';
import { DomainError } from '../infra/errors/domain-error.js';
import type { SharedPicture } from '@dipper/site';
import type { RelayedImage } from '../relay/relay.service.js';
import { readParams, readQuery } from './read-params.js';
import { newShortId } from './short-id.js';
import { ShortLinkRepository } from './short-link.repository.js';

/** The number of ids to try. A second id is needed about once in 10^12 times. */
const TRIES = 5;
/**
 * Number of links created at the same time. When thousands of requests arrive, the rest wait in our
 * own queue. If they waited for database connections, they would fail after 10 s and block all
 * other requests.
 */
const AT_ONCE = 4;
/** Queue limit: a minute of work on a slow machine. */
const MAX_WAITING = 10_000;

function shortLinkPicturePath(id: string): string {
  return `${shortLinkPath(id)}/image`;
}

/**
 * A hash that is the same for equal params, whatever their order was. It is needed because an index
 * entry can't hold 8 KiB.
 */
function hashOf(params: StoredParams): string {
  return createHash('sha256').update(JSON.stringify(params)).digest('hex');
}

/** Creates short links, one per set of params, and opens them (docs/decisions/0023). */
@Injectable()
export class ShareService {
  private readonly making = new PQueue({ concurrency: AT_ONCE });

  constructor(
    private readonly links: ShortLinkRepository,
    @Inject(GrantsService) private readonly grants: Pick<GrantsService, 'find' | 'grantImage'>,
  ) {}

  /**
   * Returns the id of the link with these params, and creates the link if needed.
   * @param body of the request, not yet validated
   * @param origin of this deployment
   * @throws DomainError PAYLOAD_TOO_LARGE, INVALID_REQUEST, BUSY
   */
  async shorten(body: unknown, origin: string, makeId = newShortId): Promise<string> {
    const params = readParams(body, origin);
    if (this.making.size >= MAX_WAITING) {
      throw new DomainError('BUSY');
    }
    return this.making.add(() => this.make(params, makeId));
  }

  private async make(params: StoredParams, makeId: () => string): Promise<string> {
    const link = {
      params,
      paramsHash: hashOf(params),
      picturePage: await this.pictureAtHand(params),
    };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const id = await this.links.add({ ...link, id: makeId() });
      if (id !== null) {
        return id;
      }
    }
    throw new DomainError('INTERNAL', { cause: `${TRIES} short link ids in a row were taken` });
  }

  async open(id: string): Promise<string | null> {
    const link = await this.find(id);
    return link && previewPath(link.params);
  }

  /** The picture of a link, if it may be relayed; null if the picture was not issued here. */
  async picture(id: string): Promise<RelayedImage | null> {
    const link = await this.find(id);
    const url = link?.params.thumbnail_url;
    const pageUrl = link?.picturePage ?? null;
    return url === undefined || pageUrl === null ? null : { url, pageUrl };
  }

  /**
   * The picture of a shared preview, looked up by the query of its URL. null for a preview that was
   * never shared.
   */
  async pictureOfPreview(search: string): Promise<SharedPicture | null> {
    const params = readQuery(search);
    const url = params?.thumbnail_url;
    if (params === null || url === undefined) {
      return null;
    }
    const found = await this.links.findPictured(hashOf(params));
    if (found === null) {
      return null;
    }
    // Grant access with the site only, because a browser would send only the site as the Referer,
    // and visitors of a link should not learn the page.
    const site = new URL('/', found.picturePage).href;
    const grant = this.grants.grantImage(url, site);
    return { path: shortLinkPicturePath(found.id), url, grant };
  }

  private async find(id: string) {
    const link = SHORT_ID.test(id) ? await this.links.open(id) : null;
    // Parse the params again, because JSONB reorders keys, and an older version may have stored
    // other params.
    const read = link && keptParamsSchema.safeParse(link.params);
    return link && read?.success ? { ...link, params: read.data } : null;
  }

  /** The page that the thumbnail was issued for; null if it may not be relayed. */
  private async pictureAtHand({ thumbnail_url: url }: StoredParams): Promise<string | null> {
    // The host only matters for file names, which images don't need.
    const grant = url === undefined ? null : await this.grants.find('image', url, '');
    return grant?.pageUrl ?? null;
  }
}
