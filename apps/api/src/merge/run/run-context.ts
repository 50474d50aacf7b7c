import type { EntryStanding, ListQuality } from '@dipper/contract';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OfferedFormat } from '../../extract/formats/offer.js';
import type {
  EntryRef,
  SourceFormat,
  SourceInfo,
  SubtitleFile,
} from '../../extract/source-info.js';
import type { Reservation } from '../../infra/storage/room/reservation.js';
import { RoomPart } from '../../infra/storage/room/room-part.js';
import { annotateSpan, traced } from '../../infra/tracing/tracing.js';
import type {
  FetchedSource,
  FetchedSpan,
  Follower,
  Made,
  ListContext,
  MakeProgress,
  SourcePage,
} from '../../make/maker.port.js';
import type { MakerRegistry } from '../../make/maker-registry.js';
import type { AnyRecipe } from '../../make/recipe.js';
import type { Span } from '../../source/client/source-damaged.js';
import type { Remote } from '../../source/client/source-stream.js';
import type { ListEntries } from './list-entries.js';
import { measureOf, type RunPart, type RunMeter } from './meter/run-meter.js';
import type { RunSlot } from './slots/run-slot.js';
import type { TaskSources } from './task-sources.js';

interface RunParts {
  readonly makers: Pick<MakerRegistry, 'for'>;
  readonly sources: TaskSources;
  readonly entries: ListEntries;
  readonly meter: RunMeter;
  readonly slot: Pick<RunSlot, 'during' | 'yieldSlot'>;
  readonly signal: AbortSignal;
  readonly acceptsDamage: boolean;
}

interface RunFolder {
  readonly path: string;
  readonly room: Pick<Reservation, 'written' | 'growTo' | 'count' | 'countKept'>;
}

/** Gives makers access to one folder of a run. */
export class RunContext implements ListContext {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly acceptsDamage: boolean;
  /** Total size of everything fetched for the file, in bytes. */
  combinedBytes = 0;

  constructor(
    private readonly parts: RunParts,
    private readonly at: RunFolder,
  ) {
    this.folder = at.path;
    this.signal = parts.signal;
    this.acceptsDamage = parts.acceptsDamage;
  }

  get progress(): MakeProgress {
    return this.parts.meter.file;
  }

  fetch(
    formats: readonly SourceFormat[],
    page: SourcePage,
    anew = false,
    follower?: Follower,
  ): Promise<FetchedSource[]> {
    return this.fetchFrom(formats, page, { span: null, anew, follower });
  }

  fetchSpan(
    formats: readonly SourceFormat[],
    page: SourcePage,
    span: Span,
    anew = false,
  ): Promise<FetchedSpan[]> {
    return this.fetchFrom(formats, page, { span: anew ? null : span, anew });
  }

  read(
    remote: Remote,
    { pageUrl }: Pick<SourcePage, 'pageUrl'>,
    maxBytes: number,
  ): Promise<Buffer | null> {
    return this.parts.sources.read(remote, { pageUrl, maxBytes, signal: this.signal });
  }

  readPieces(
    file: SubtitleFile,
    { pageUrl }: Pick<SourcePage, 'pageUrl'>,
    maxBytes: number,
  ): Promise<Buffer[] | null> {
    return this.parts.sources.readPieces(file, { pageUrl, maxBytes, signal: this.signal });
  }

  readAgain({ pageUrl }: Pick<SourcePage, 'pageUrl'>): Promise<Omit<SourceInfo, 'formats'>> {
    return this.parts.sources.readAgain(pageUrl, this.signal);
  }

  reserve(totalBytes: number): Promise<void> {
    return this.at.room.growTo(totalBytes);
  }

  count(bytes: number): void {
    this.at.room.count(bytes);
  }

  readEntry(entry: EntryRef, quality: ListQuality, host: string): Promise<OfferedFormat> {
    return this.parts.entries.offer(entry, quality, { host, signal: this.signal });
  }

  readPicture(url: string, from: { pageUrl: string; host: string }): Promise<Buffer> {
    return this.parts.entries.picture(url, { ...from, signal: this.signal });
  }

  reportEntries(standings: readonly EntryStanding[]): void {
    this.parts.meter.standings = standings;
  }

  async make(recipe: AnyRecipe): Promise<Made> {
    const maker = this.parts.makers.for(recipe);
    this.parts.meter.measure(measureOf(maker, recipe));
    await this.reserve(
      maker.roomFor(this.parts.sources.boundTotalSize(maker.sources(recipe)), recipe),
    );
    return maker.make(recipe, this);
  }

  async within<T>(part: RunPart, work: (context: ListContext) => Promise<T>): Promise<T> {
    if (part.done > 0) {
      await this.parts.slot.yieldSlot(this.signal);
    }
    const path = join(this.folder, 'part');
    const room = new RoomPart(this.at.room);
    const inner = new RunContext(this.parts, { path, room });
    await mkdir(path);
    this.parts.meter.begin(part);
    try {
      return await work(inner);
    } finally {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      room.clear();
      this.combinedBytes += inner.combinedBytes;
    }
  }

  private async fetchFrom(
    formats: readonly SourceFormat[],
    page: SourcePage,
    { span, anew, follower }: { span: Span | null; anew: boolean; follower?: Follower | undefined },
  ): Promise<FetchedSpan[]> {
    const { sources, slot, meter, signal, acceptsDamage } = this.parts;
    const fetching = { folder: this.at, meter, signal, acceptsDamage, span, follower };
    if (anew) {
      this.combinedBytes = 0;
      await sources.discard(fetching);
    }
    return traced('fetch', { streams: formats.length }, async () => {
      const fetched = await slot.during(() => sources.fetch(formats, page, fetching), signal);
      const bytes = fetched.reduce((sum, source) => sum + source.bytes, 0);
      annotateSpan({ bytes });
      this.combinedBytes += bytes;
      return fetched;
    });
  }
}
