import { type HistoryRecord, LIMITS } from '@dipper/contract';
import { canonicalPageUrl, detectPlatform, httpUrl, oneLine } from '@dipper/media';
import { Injectable } from '@nestjs/common';
import { DomainConfigService } from '../config/domain-config.service.js';
import { GrantsService } from '../extract/offers/grants.service.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { limitsOf } from '../infra/limits/tiers.js';
import type { TaskRequested } from '../merge/merge-events.js';
import { KnownTasksService, type TaskFacts } from '../merge/task/known-tasks.service.js';
import { EndingsService } from './endings/endings.service.js';
import {
  DownloadRecordRepository,
  type RecordOutcome,
  type ReportedDownload,
} from './download-record.repository.js';

/** The contract's limits for what a page reports. */
const LONGEST_TITLE = 1000;
const LONGEST_QUALITY = 60;
/** The hosts in links can be of any length, but index entries can't. */
const LONGEST_PLATFORM = 100;

/** Saves each download once, whether its task, its page or both report it. */
@Injectable()
export class DownloadRecordService {
  constructor(
    private readonly records: DownloadRecordRepository,
    private readonly tasks: KnownTasksService,
    private readonly endings: EndingsService,
    private readonly grants: GrantsService,
    private readonly domains: DomainConfigService,
  ) {}

  /** Records that a signed-in visitor has started a task. Saves nothing beyond the daily limit. */
  async recordStart({ taskId, accountId, host }: TaskRequested): Promise<void> {
    const facts = await this.tasks.facts(taskId);
    if (facts !== null) {
      const report = { ...reportOfTask(facts), accountId, taskId, by: 'start' } as const;
      await this.record(report, host);
    }
  }

  /**
   * Records a download that a page reports. Facts that the server knows about the task take
   * precedence.
   * @returns true if this created a new row
   * @throws DomainError DAILY_LIMIT
   */
  async recordPost(accountId: string, record: HistoryRecord, host: string): Promise<boolean> {
    const taskId = record.task_id ?? null;
    const [facts, state] =
      taskId === null
        ? [null, undefined]
        : [await this.tasks.facts(taskId), (await this.tasks.states([taskId])).get(taskId)];
    if (state?.status === 'cancelled') {
      return false;
    }
    const ofPage = await this.reportOfPage(record);
    const known = facts && withoutNulls(reportOfTask(facts));
    // Without a task, we assume that the file is complete.
    const status = facts === null && state === undefined ? 'completed' : 'in_progress';
    const report = { ...ofPage, ...known, status, accountId, taskId, by: 'post' } as const;
    const outcome = await this.record(report, host);
    if (typeof outcome === 'object') {
      throw new DomainError('DAILY_LIMIT', { values: { count: outcome.limit } });
    }
    return outcome === 'saved';
  }

  private async record(report: ReportedDownload, host: string): Promise<RecordOutcome> {
    const { config } = this.domains.forHost(host);
    const outcome = await this.records.record(report, (tier) =>
      limitsOf(tier).dailyDownloads(config),
    );
    if (report.taskId !== null && (outcome === 'saved' || outcome === 'known')) {
      await this.endings.look(report.taskId);
    }
    return outcome;
  }

  private async reportOfPage(record: HistoryRecord) {
    const { format, title, quality, file_size, duration } = record;
    const thumbnailUrl = record.thumbnail_url || null;
    // The host only matters for file names, which images don't need.
    const grant = thumbnailUrl === null ? null : await this.grants.find('image', thumbnailUrl, '');
    return {
      ...place(record.url),
      ...{ title, format, thumbnailUrl },
      quality: quality || null,
      fileSize: file_size ?? null,
      duration: duration ?? null,
      thumbnailPage: grant?.pageUrl ?? null,
    };
  }
}

function reportOfTask(facts: TaskFacts) {
  const { pageUrl, title, isAudio, quality, durationSeconds, sizeBytes, thumbnailUrl } = facts;
  return {
    ...place(pageUrl),
    title: shown(title, LONGEST_TITLE),
    format: isAudio ? 'audio' : 'video',
    quality: shown(quality, LONGEST_QUALITY),
    fileSize: sizeBytes,
    duration: durationSeconds,
    status: 'in_progress',
    thumbnailUrl,
    thumbnailPage: thumbnailUrl === null ? null : pageUrl,
  } as const;
}

/** The source of a download: the id of a platform, or the host of another site. */
function place(pageUrl: string): Pick<ReportedDownload, 'url' | 'platform'> {
  const url = canonicalPageUrl(pageUrl).slice(0, LIMITS.linkTextLength);
  const host = httpUrl(url)?.hostname.replace(/^www\./, '') ?? '';
  return { url, platform: detectPlatform(url)?.id ?? host.slice(0, LONGEST_PLATFORM) };
}

/** Shortens a text to one line of at most `length` characters, without half an emoji at the end. */
function shown(text: string, length: number): string {
  return oneLine(text.slice(0, length));
}

/** Keeps only the known values, which override the reported ones. */
function withoutNulls<T extends object>(facts: T): Partial<{ [K in keyof T]: NonNullable<T[K]> }> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && value !== ''),
  ) as Partial<{ [K in keyof T]: NonNullable<T[K]> }>;
}
