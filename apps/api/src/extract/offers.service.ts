import { Inject, Injectable } from '@nestjs/common';
import { type VideoInfo } from '@dipper/contract';
import { detectPlatform, platformName } from '@dipper/media';
import { SECRET } from '../infra/env/env.module.js';
import { DomainError } from '../infra/http/domain-error.js';
import { ExtractService } from './extract.service.js';
import type { Extraction } from './extraction.entity.js';
import { ExtractionRepository } from './extraction.repository.js';
import { isAudioOnly, needsTask, type Offer } from './formats/offer.js';
import { filenameOf, toFormat } from './formats/to-format.js';
import type { MergePlan } from './merge-plan.js';
import { sameStream } from './same-stream.js';
import { mintTaskId, readTaskId } from './task-id.js';

/** Hands out what was read: rows with task ids to visitors, and plans for those ids to the merge. */
@Injectable()
export class OffersService {
  constructor(
    @Inject(SECRET) private readonly secret: string,
    private readonly extractions: ExtractionRepository,
    private readonly extract: ExtractService,
  ) {}

  /** The reply for one visitor, with task ids of their own. @param host our host, for file names. */
  reply(extraction: Extraction, host: string): VideoInfo {
    const { info, offers } = extraction.source;
    const platform = detectPlatform(extraction.pageUrl);
    const names = { host: host.replace(/:\d+$/, ''), platform };
    return {
      title: info.title,
      platform: platformName(extraction.pageUrl),
      webpage_url: info.pageUrl,
      thumbnail_url: info.thumbnailUrl,
      uploader: info.uploader,
      description: info.description,
      duration: info.durationSeconds,
      is_podcast: platform?.podcast ?? false,
      series: info.series,
      season_number: info.seasonNumber,
      episode_number: info.episodeNumber,
      formats: offers.map((offer, offerIndex) =>
        toFormat(offer, info.title, {
          taskId: needsTask(offer)
            ? mintTaskId({ extractionId: extraction.id, offerIndex }, this.secret)
            : null,
          names,
        }),
      ),
    };
  }

  /** True when an id was made here, whether or not anything is left of what it stood for. */
  isOurs(taskId: string): boolean {
    return readTaskId(taskId, this.secret) !== null;
  }

  /**
   * How to make the file of a task.
   * @returns null when what the id stands for is gone, or never was.
   */
  async plan(taskId: string, host: string): Promise<MergePlan | null> {
    const target = readTaskId(taskId, this.secret);
    if (target === null) {
      return null;
    }
    const extraction = await this.extractions.findLive(target.extractionId, new Date());
    const offer = extraction?.source.offers[target.offerIndex];
    return extraction === null || offer === undefined ? null : planOf(extraction, offer, host);
  }

  /**
   * The same plan with media URLs that are new: those it has were refused by the source. The rows
   * that would be offered now do not matter: each stream is looked for among all that the page has.
   * @throws DomainError when the page cannot be read again or no longer has the formats.
   */
  async renew(plan: MergePlan): Promise<MergePlan> {
    const platform = detectPlatform(plan.pageUrl);
    const { formats } = await this.extract.readAgain({ url: plan.pageUrl, platform });
    const main = sameStream(plan.main, formats);
    const sound = plan.sound && sameStream(plan.sound, formats);
    if (main === null || (plan.sound !== null && sound === null)) {
      throw new DomainError('FORMAT_UNAVAILABLE');
    }
    return { ...plan, main, sound };
  }
}

function planOf(extraction: Extraction, offer: Offer, host: string): MergePlan {
  const { info } = extraction.source;
  const names = { host: host.replace(/:\d+$/, ''), platform: detectPlatform(extraction.pageUrl) };
  return {
    pageUrl: extraction.pageUrl,
    title: info.title,
    fileName: filenameOf(offer, { ...names, title: info.title }),
    container: offer.container,
    durationSeconds: info.durationSeconds,
    isAudio: isAudioOnly(offer),
    main: offer.main,
    sound: offer.sound,
  };
}
