import type { Readable } from 'node:stream';
import type { Reservation } from './room/reservation.js';

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /**
   * Time since the file was published, by the store's clock, because the clocks of different
   * processes may differ by hours. Never more than the real time, but possibly less.
   */
  readonly ageMs: number;
}

/** Bytes of a file, counted from 0, both ends included. */
export interface ByteSpan {
  readonly first: number;
  readonly last: number;
}

/** How a browser should treat a file that the store sends directly. */
export interface SentAs {
  readonly fileName: string;
  readonly mediaType: string;
  readonly download: boolean;
}

/**
 * A URL from which a visitor gets the file without our sending it. `proxy`: the server in front of
 * us resolves it, and visitors never see it. `visitor`: the browser is redirected to it.
 */
export interface HandedOut {
  readonly to: 'proxy' | 'visitor';
  readonly url: string;
}

export interface PublishOptions {
  /** Ends the upload of a run that has been stopped. */
  readonly signal?: AbortSignal;
  /**
   * Called with the share of the file that has been stored, 0-1. Not called if the file stays on
   * disk.
   */
  readonly onShare?: (share: number) => void;
}

/** Work on the file at a path. It must end when the signal is aborted. */
export type FileWork<T> = (path: string, signal: AbortSignal) => Promise<T>;

/**
 * Stores finished files. A file appears under its name only when it is complete, and never changes.
 * Names are ours and random (safe-name.ts). The tests that every store must pass are in
 * testing/file-store-suite.ts; StorageModule chooses the store.
 */
export interface FileStore {
  /**
   * True if finished files take up space on the media volume. Otherwise, each machine has its own
   * volume.
   */
  readonly usesDisk: boolean;
  /**
   * Takes a finished file from a work folder, makes it durable, and gives it its name.
   * @param run the owner of the file's reservation, which is released if the file's space no longer
   * belongs to the run
   * @returns the size of the file, in bytes
   * @throws FileNotStored; the reason of the signal
   */
  publish(
    path: string,
    name: string,
    run: Pick<Reservation, 'release'>,
    options?: PublishOptions,
  ): Promise<number>;
  /**
   * @returns the size in bytes; null if there is no such file
   * @throws if the store fails, which does not mean that the file is lost
   */
  sizeOf(name: string): Promise<number | null>;
  /**
   * Opens a file for reading. Destroying the stream releases the file.
   * @param span a part that lies within the file; otherwise, the whole file is read
   * @returns null if there is no such file
   * @throws if the store fails
   */
  open(name: string, span?: ByteSpan): Promise<Readable | null>;
  /**
   * Runs work that needs the file at a path on this machine, for example for ffmpeg. The path is
   * valid only until the work ends.
   * @param signal stops the work. The work's own signal is also aborted if the disk is too full for
   * a copy.
   * @throws the reason of the signal
   */
  withPath<T>(name: string, work: FileWork<T>, signal: AbortSignal): Promise<T>;
  /**
   * @param method of the request, which a pre-signed URL covers
   * @returns null if this server must send the file itself
   */
  handOut(name: string, as: SentAs, method: 'GET' | 'HEAD'): Promise<HandedOut | null>;
  /** Removes a file and its sidecar. Does nothing if there is none. */
  remove(name: string): Promise<void>;
  /** Calls the listener with the name of each file that this process is about to remove. */
  onRemove(listener: (name: string) => void): void;
  /** Lists all finished files, and updates what the store knows about them. */
  survey(): Promise<StoredFile[]>;
  /** False while the store is missing. A file that can't be found at that time may still exist. */
  isAvailable(): Promise<boolean>;
  /** Reads the sidecar of a file; null if it is missing or unreadable. */
  readSidecar(name: string): Promise<Buffer | null>;
  /**
   * Stores a few bytes of data along with a file, for as long as the file exists. A crash can lose
   * or truncate them, so callers must validate what they read and recreate it if needed.
   */
  writeSidecar(name: string, bytes: Uint8Array): Promise<void>;
}

export const FILE_STORE = Symbol('FileStore');
