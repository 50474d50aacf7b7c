import { WAVEFORM_LENGTH } from '@dipper/contract';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/http/domain-error.js';
import { DiskStore } from '../../infra/storage/disk.store.js';
import { PeakReader } from '../../make/waveform/peak-reader.js';

/** So many files wait at most, each for a few seconds: a page does without its drawing. */
const MAX_WAITING = 20;
const BUSY_SECONDS = 30;
/** Kept for a file without sound, which is not read again. */
const SILENT = Uint8Array.of(0);

/** The reading of one file, for all who wait for it. */
interface Reading {
  readonly outcome: Promise<Uint8Array>;
  readonly end: (reason: unknown) => void;
  waiting: number;
}

/** How loud finished files are: read once, one file at a time, and kept beside the file. */
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
   * @param gone the caller has left; what nobody waits for any more is ended.
   * @returns numbers as the contract has them; empty for a file without sound
   * @throws DomainError BUSY, MUXER_MISSING; FILE_EXPIRED when the file goes; the reason of `gone`
   */
  async of(fileId: string, gone: AbortSignal): Promise<number[]> {
    const kept = await this.store.readBeside(fileId);
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
    // What is ended leaves the queue at once: it keeps no place that somebody else is refused.
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

  /** On a full disk it is read again the next time. */
  private async keep(fileId: string, found: Uint8Array): Promise<Uint8Array> {
    await this.store.writeBeside(fileId, found).catch((err: unknown) => {
      this.logger.warn({ err }, 'A waveform could not be stored');
    });
    return found;
  }

  private end(fileId: string, reason: unknown): void {
    this.readings.get(fileId)?.end(reason);
    this.readings.delete(fileId);
  }
}
