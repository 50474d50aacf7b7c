import { WAVEFORM_LENGTH } from '@dipper/contract';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/errors/domain-error.js';
import { SharedWork } from '../../infra/shared-work.js';
import { FILE_STORE, type FileStore } from '../../infra/storage/file-store.port.js';
import { PeakReader } from '../../make/waveform/peak-reader.js';

/**
 * Maximum number of files that wait for their waveforms, which take a few seconds each. Beyond
 * this, pages show no waveform.
 */
const MAX_WAITING = 20;
const BUSY_SECONDS = 30;
/** Stored for a file without audio, so that the file is not read again. */
const SILENT = Uint8Array.of(0);

/**
 * The waveforms of finished files. Each is computed once and stored next to its file; only one file
 * is read at a time.
 */
@Injectable()
export class Waveforms implements OnModuleDestroy {
  private readonly logger = new Logger(Waveforms.name);
  private readonly queue = new PQueue({ concurrency: 1 });
  private readonly reading = new SharedWork<Uint8Array>();

  constructor(
    @Inject(FILE_STORE) private readonly store: FileStore,
    private readonly reader: PeakReader,
  ) {
    store.onRemove((fileId) => this.reading.cancel(fileId, new DomainError('FILE_EXPIRED')));
  }

  onModuleDestroy(): void {
    this.reading.end(new DomainError('UNAVAILABLE'));
  }

  /**
   * @param gone aborted when the caller has left. Work that nobody waits for anymore is aborted.
   * @returns numbers as in the contract; empty for a file without audio.
   * @throws DomainError BUSY or MUXER_MISSING; FILE_EXPIRED when the file is removed; the reason of
   * `gone`.
   */
  async of(fileId: string, gone: AbortSignal): Promise<number[]> {
    const kept = await this.store.readSidecar(fileId);
    const isWhole = kept?.length === WAVEFORM_LENGTH || kept?.length === SILENT.length;
    const found = kept !== null && isWhole ? kept : await this.join(fileId, gone);
    return found.length === WAVEFORM_LENGTH ? [...found] : [];
  }

  private join(fileId: string, gone: AbortSignal): Promise<Uint8Array> {
    // The queue is the same for everyone, so visitors need no key.
    return this.reading.join(fileId, { key: '', gone }, ({ signal }) => this.read(fileId, signal));
  }

  private async read(fileId: string, signal: AbortSignal): Promise<Uint8Array> {
    if (this.queue.size >= MAX_WAITING) {
      throw new DomainError('BUSY', { retryAfterSeconds: BUSY_SECONDS });
    }
    const read = async () => {
      const found = await this.store.withPath(
        fileId,
        (path, ended) => this.reader.read(path, ended),
        signal,
      );
      return this.keep(fileId, found ?? SILENT);
    };
    // The queue drops an aborted entry immediately, which frees its place.
    return this.queue.add(read, { signal });
  }

  /** Stores a waveform. If the disk is full, the waveform is computed again next time. */
  private async keep(fileId: string, found: Uint8Array): Promise<Uint8Array> {
    await this.store.writeSidecar(fileId, found).catch((err: unknown) => {
      this.logger.warn({ err }, 'A waveform could not be stored');
    });
    return found;
  }
}
