import { WAVEFORM_LENGTH } from '@dipper/contract';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/errors/domain-error.js';
import { DiskStore } from '../../infra/storage/disk.store.js';
import { PeakReader } from '../../make/waveform/peak-reader.js';

/**
 * Maximum number of files that wait for their waveform. Each takes a few seconds; beyond this
 * number, pages show no waveform.
 */
const MAX_WAITING = 20;
const BUSY_SECONDS = 30;
/** Stored for a file without audio, so that the file is not read again. */
const SILENT = Uint8Array.of(0);

interface Reading {
  readonly outcome: Promise<Uint8Array>;
  readonly end: (reason: unknown) => void;
  waiting: number;
}

/**
 * The waveforms of finished files. Each is computed once and stored next to its file; only one file
 * is read at a time.
 */
@Injectable()
export class Waveforms implements OnModuleDestroy {
  private readonly logger = new Logger(Waveforms.name);
  private readonly queue = new PQueue({ concurrency: 1 });
  private readonly readings = new Map<string, Reading>();

  constructor(
    private readonly store: DiskStore,
    private readonly reader: PeakReader,
  ) {
    store.onRemove((fileId) => this.end(fileId, new DomainError('FILE_EXPIRED')));
  }

  onModuleDestroy(): void {
    [...this.readings.keys()].forEach((id) => this.end(id, new DomainError('UNAVAILABLE')));
  }

  /**
   * @param gone aborted when the caller has left. Work that nobody waits for any more is aborted.
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

  private async join(fileId: string, gone: AbortSignal): Promise<Uint8Array> {
    gone.throwIfAborted();
    const reading = this.readings.get(fileId) ?? this.begin(fileId);
    reading.waiting += 1;
    let onGone = (): void => undefined;
    try {
      return await Promise.race([
        reading.outcome,
        new Promise<never>((_, reject) => {
          onGone = () => reject(gone.reason as Error);
          gone.addEventListener('abort', onGone, { once: true });
        }),
      ]);
    } finally {
      gone.removeEventListener('abort', onGone);
      reading.waiting -= 1;
      if (reading.waiting === 0 && this.readings.get(fileId) === reading) {
        this.end(fileId, new DOMException('nobody waits', 'AbortError'));
      }
    }
  }

  private begin(fileId: string): Reading {
    if (this.queue.size >= MAX_WAITING) {
      throw new DomainError('BUSY', { retryAfterSeconds: BUSY_SECONDS });
    }
    const ended = new AbortController();
    const { signal } = ended;
    const read = async () => {
      const found = await this.reader.read(this.store.pathOf(fileId), signal);
      return this.keep(fileId, found ?? SILENT);
    };
    // The queue drops an aborted entry at once, which frees its place.
    const outcome = this.queue.add(read, { signal });
    const reading: Reading = { outcome, end: (reason) => ended.abort(reason), waiting: 0 };
    this.readings.set(fileId, reading);
    const forget = (): void => {
      if (this.readings.get(fileId) === reading) {
        this.readings.delete(fileId);
      }
    };
    outcome.then(forget, forget);
    return reading;
  }

  /** Stores a waveform. If the disk is full, the waveform is computed again next time. */
  private async keep(fileId: string, found: Uint8Array): Promise<Uint8Array> {
    await this.store.writeSidecar(fileId, found).catch((err: unknown) => {
      this.logger.warn({ err }, 'A waveform could not be stored');
    });
    return found;
  }

  private end(fileId: string, reason: unknown): void {
    this.readings.get(fileId)?.end(reason);
    this.readings.delete(fileId);
  }
}
