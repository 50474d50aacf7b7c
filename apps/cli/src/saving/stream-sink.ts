import type { FileSink, SavedPart, SaveStart } from '@dipper/client';
import type { Output } from '../context.js';
import { CommandError, EXIT } from '../exit-codes.js';

/** Writes a file to standard output. Bytes that have been written can't be taken back. */
export class StreamSink implements FileSink {
  private written = 0;
  private validator: string | null = null;
  /** How many bytes of the reply have already been written. */
  private skip = 0;

  constructor(private readonly stream: Output) {}

  kept(): Promise<SavedPart | null> {
    const { written: bytes, validator } = this;
    return Promise.resolve(validator === null ? null : { bytes, validator });
  }

  begin({ at, validator }: SaveStart): Promise<void> {
    const isOther = this.written > 0 && (validator === null || validator !== this.validator);
    if (isOther) {
      const message =
        'The connection was lost, and the file has changed in the meantime. Run the same command again.';
      return Promise.reject(new CommandError(EXIT.source, message));
    }
    this.validator = validator;
    this.skip = this.written - at;
    return Promise.resolve();
  }

  write(bytes: Uint8Array): Promise<void> {
    const rest = bytes.subarray(Math.min(this.skip, bytes.length));
    this.skip -= bytes.length - rest.length;
    this.written += rest.length;
    return new Promise((resolve, reject) => {
      this.stream.write(rest, (error) => (error ? reject(error) : resolve()));
    });
  }
}
