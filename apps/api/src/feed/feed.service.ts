import { API, type FeedItem, feedPath, previewPath, startMergePath } from '@dipper/contract';
import { siteName } from '@dipper/media';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { ENV, type Env } from '../infra/env/env.module.js';
import { type KeyRing, Keys, readWithAny } from '../infra/keys/keys.js';
import { seal, unseal } from '../infra/keys/sealed.js';
import { hashOfSecret } from '../infra/keys/signed.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { outputMediaType } from '../infra/http/reply/media-type.js';
import { feedRetentionSeconds } from '../infra/limits/tiers.js';
import type { SignedInSession } from '../infra/principal/principal.js';
import { FileService } from '../merge/file/file.service.js';
import { KnownTasksService, type TaskState } from '../merge/task/known-tasks.service.js';
import { feedLanguage } from './feed-texts.js';
import { FeedRepository, type StoredAddress, type StoredItem } from './feed.repository.js';
import { type RssItem, rssOf } from './rss.js';

const SECRET_BYTES = 32;
const ID_BYTES = 9;

type FeedOwner = Pick<SignedInSession, 'accountId' | 'tier'>;

/** Private podcast feeds of accounts (docs/decisions/0087). */
@Injectable()
export class Feeds {
  private readonly logger = new Logger(Feeds.name);
  private readonly keys: KeyRing;

  constructor(
    private readonly feeds: FeedRepository,
    private readonly tasks: KnownTasksService,
    private readonly files: FileService,
    @Inject(ENV) private readonly env: Env,
    keys: Keys,
  ) {
    this.keys = keys.for('podcast feed');
  }

  /** The path of the account's feed; null if it has none. */
  async pathOf(accountId: string): Promise<string | null> {
    const sealed = await this.feeds.secretOf(accountId);
    if (sealed === null) {
      return null;
    }
    const secret = readWithAny(this.keys, (key) => unseal(sealed, key));
    if (secret !== null) {
      return feedPath(secret);
    }
    // SECRET has been replaced twice since the address was stored.
    this.logger.warn(
      'The address of a podcast feed could not be decrypted and was replaced. SECRET has changed without SECRET_PREVIOUS.',
    );
    return this.renew(accountId);
  }

  /** Creates the feed, or replaces its path. @returns the new path; the former one no longer works */
  async renew(accountId: string): Promise<string> {
    const { secret, stored } = this.newAddress(accountId);
    await this.feeds.replaceAddress(stored);
    return feedPath(secret);
  }

  /** Deletes the address and the items, but no files. */
  async delete(accountId: string): Promise<void> {
    await this.feeds.delete(accountId);
  }

  /**
   * Adds a file. The first one creates the feed.
   * @throws DomainError TASK_UNKNOWN, TASK_CANCELLED, FILE_NOT_READY, FILE_EXPIRED, NOT_AUDIO
   */
  async add({ accountId, tier }: FeedOwner, taskId: string): Promise<FeedItem> {
    const { fileName, ext, bytes } = await this.files.find(taskId);
    const facts = await this.tasks.facts(taskId);
    const type = outputMediaType(ext);
    if (facts === null) {
      throw new DomainError('TASK_UNKNOWN');
    }
    if (!facts.isAudio || !type.startsWith('audio/')) {
      throw new DomainError('NOT_AUDIO');
    }
    const { title, pageUrl, durationSeconds } = facts;
    const renewed = await this.expiredItem(accountId, { taskId, fileName, pageUrl });
    const added = await this.feeds.add(this.newAddress(accountId).stored, renewed, {
      id: randomBytes(ID_BYTES).toString('base64url'),
      ...{ taskId, title, url: pageUrl, durationSeconds, fileName, type, bytes },
      author: facts.artist ?? siteName(pageUrl) ?? '',
      keptSeconds: feedRetentionSeconds(tier, this.env),
    });
    if (added === null) {
      throw new DomainError('SESSION_ENDED');
    }
    return toFeedItem(added, (await this.tasks.states([taskId])).get(taskId));
  }

  async items(accountId: string): Promise<FeedItem[]> {
    const { items, states } = await this.stored(accountId);
    return items.map((item) => toFeedItem(item, states.get(item.taskId)));
  }

  /** @throws DomainError NOT_FOUND */
  async remove(id: string, accountId: string): Promise<void> {
    if (!(await this.feeds.remove(id, accountId))) {
      throw new DomainError('NOT_FOUND');
    }
  }

  /**
   * The feed as XML; null if there is none. Any text is looked up by its hash, so the time that a
   * wrong secret takes says nothing about the right one.
   */
  async xmlOf(secret: string, site: { name: string; origin: string }): Promise<string | null> {
    const owner = await this.feeds.ownerOf(hashOfSecret(secret));
    if (owner === null) {
      return null;
    }
    const { name, origin } = site;
    const { items, states } = await this.stored(owner.accountId);
    return rssOf({
      language: feedLanguage(owner.language),
      ...{ name, siteUrl: `${origin}/`, url: origin + feedPath(secret) },
      imageUrl: `${origin}/icons/maskable-1400.png`,
      items: items.map((item) => toRssItem(item, states.get(item.taskId), origin)),
    });
  }

  /** The id of an item whose file has expired and is the same as the one of this task; null if none. */
  private async expiredItem(
    accountId: string,
    file: { readonly taskId: string; readonly fileName: string; readonly pageUrl: string },
  ): Promise<string | null> {
    const { items, states } = await this.stored(accountId);
    const found = items.find(
      ({ taskId, fileName, url }) =>
        taskId !== file.taskId &&
        fileName === file.fileName &&
        url === file.pageUrl &&
        (states.get(taskId)?.fileSecondsLeft ?? null) === null,
    );
    return found?.id ?? null;
  }

  private async stored(accountId: string) {
    const items = await this.feeds.items(accountId);
    return { items, states: await this.tasks.states(items.map(({ taskId }) => taskId)) };
  }

  private newAddress(accountId: string): { secret: string; stored: StoredAddress } {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const sealed = seal(secret, this.keys.current);
    return { secret, stored: { accountId, secret: sealed, hash: hashOfSecret(secret) } };
  }
}

function toFeedItem(item: StoredItem, state: TaskState | undefined): FeedItem {
  const { id, title, author, url, type } = item;
  return {
    ...{ id, task_id: item.taskId, title, author, url, duration: item.durationSeconds },
    // The file may have been made again.
    ...{ type, filename: item.fileName, bytes: state?.fileBytes ?? item.bytes },
    added_at: item.addedAt.toISOString(),
    expires_in_seconds: state?.fileSecondsLeft ?? null,
  };
}

function toRssItem(item: StoredItem, state: TaskState | undefined, origin: string): RssItem {
  const { id, taskId, title, author, url, durationSeconds, addedAt, fileName, type } = item;
  return {
    ...{ id, title, author, pageUrl: url, durationSeconds, addedAt },
    againUrl: origin + previewOf(item),
    file:
      (state?.fileSecondsLeft ?? null) === null
        ? null
        : {
            // Apps recognize the type by how the address ends.
            url: `${origin}${API.file(taskId)}?name=${encodeURIComponent(fileName)}`,
            ...{ bytes: state?.fileBytes ?? item.bytes, type },
          },
  };
}

/** The page that starts the same task again, or else reads the original page for the same format. */
function previewOf({ taskId, title, url, fileName }: StoredItem): string {
  return previewPath({
    ...{ url: startMergePath(taskId), title, filename: fileName },
    ...{ is_audio: 'true', source_url: url },
  });
}
