import { StringDecoder } from 'node:string_decoder';

/** The most characters that are kept of a line that has not ended. */
const LONGEST_LINE = 64 * 1024;

/**
 * Splits the output of ffmpeg or ffprobe, which arrives in chunks, into lines. By default, it is for
 * tables of packets, which contain only ASCII.
 */
export class OutputLines {
  private readonly decoder: StringDecoder;
  private rest = '';

  constructor(
    private readonly breaks: string | RegExp = '\n',
    encoding: 'latin1' | 'utf8' = 'latin1',
  ) {
    this.decoder = new StringDecoder(encoding);
  }

  /** The line that has begun, but not ended. */
  get unfinished(): string {
    return this.rest;
  }

  /** @returns the lines that this chunk ends */
  push(chunk: Buffer): string[] {
    const lines = (this.rest + this.decoder.write(chunk)).split(this.breaks);
    this.rest = (lines.pop() ?? '').slice(-LONGEST_LINE);
    return lines;
  }

  /** @returns the last line, if no line break follows it; otherwise an empty text */
  end(): string {
    const last = this.rest;
    this.rest = '';
    return last;
  }
}
