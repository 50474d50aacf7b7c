import {
  type KeptParams,
  keptParamsSchema,
  previewPath,
  SHORT_ID,
  shortLinkPath,
} from '@dipper/contract';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import PQueue from 'p-queue';
import { GrantsService } from '../extract/offers/grants.service.js';
import { DomainError } from '../infra/http/domain-error.js';
import type { SharedPicture } from '@dipper/site';
import type { RelayedImage } from '../relay/relay.service.js';
import { readParams, readQuery } from './read-params.js';
import { newShortId } from './short-id.js';
import { ShortLinkRepository } from './short-link.repository.js';

/** Ids that are tried; the second is needed once in 10^12 times. */
const TRIES = 5;
/**
 * Links that are made at a time, of thousands that are asked for: the others wait here, not for the
 * database's connections, where whoever waits for 10 s is refused and all other requests stand behind.
 */
const AT_ONCE = 4;
/** More do not wait: a minute's work of a slow machine. */
const MAX_WAITING = 10_000;

/** Where the picture of a link is that other sites show with it. */
export function shortLinkPicturePath(id: string): string {
  return `${shortLinkPath(id)}/image`;
}

/** The same for the same params, which come in one order. Indexes hold no text of 8 KiB. */
function hashOf(params: KeptParams): string {
  return createHash('sha256').update(JSON.stringify(params)).digest('hex');
}

/** Short links: made once for the same params, and opened (docs/decisions/0023). */
@Injectable()
export class ShareService {
  private readonly making = new PQueue({ concurrency: AT_ONCE });

  constructor(
    private readonly links: ShortLinkRepository,
    @Inject(GrantsService) private readonly grants: Pick<GrantsService, 'find' | 'grantImage'>,
  ) {}

  /**
   * The id of the link with these params, made where there is none.
   * @param body of the request, unchecked
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

  private async make(params: KeptParams, makeId: () => string): Promise<string> {
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
    throw new DomainError('INTERNAL', { cause: `${TRIES} ids of short links were taken` });
  }

  /** The address that a link leads to, or null where there is no such link. */
  async open(id: string): Promise<string | null> {
    const link = await this.find(id);
    return link && previewPath(link.params);
  }

  /** The picture of a link, as it may be relayed; null where it has none that was handed out here. */
  async picture(id: string): Promise<RelayedImage | null> {
    const link = await this.find(id);
    const url = link?.params.thumbnail_url;
    const pageUrl = link?.picturePage ?? null;
    return url === undefined || pageUrl === null ? null : { url, pageUrl };
  }

  /**
   * The picture of a shared preview, by the query of its address: what nobody has shared has none of
   * its own.
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
    // Whoever opens a link may not know the page: its site is all that a browser would tell as Referer.
    const site = new URL('/', found.picturePage).href;
    const grant = this.grants.grantImage(url, site);
    return { path: shortLinkPicturePath(found.id), url, grant };
  }

  private async find(id: string) {
    const link = SHORT_ID.test(id) ? await this.links.open(id) : null;
    // Read again: JSONB has an order of its own, and an older version may have kept something else.
    const read = link && keptParamsSchema.safeParse(link.params);
    return link && read?.success ? { ...link, params: read.data } : null;
  }

  /** The page that the thumbnail was handed out for, if it still may be relayed. */
  private async pictureAtHand({ thumbnail_url: url }: KeptParams): Promise<string | null> {
    // The host names files, which images are not.
    const grant = url === undefined ? null : await this.grants.find('image', url, '');
    return grant?.pageUrl ?? null;
  }
}
