import { StringDecoder } from 'node:string_decoder';

/** The most characters that are kept of a line that has not ended. */
const LONGEST_LINE = 64 * 1024;
/** How much of ffmpeg's log is kept to explain a failure. */
const KEPT_LINES = 100;
/**
 * How the lines end, and how they are encoded. Tables of packets contain only ASCII. In its log,
 * ffmpeg ends a progress line with a carriage return.
 */
const OUTPUTS = {
  table: { breaks: '\n', encoding: 'latin1' },
  log: { breaks: /\r\n|\r|\n/, encoding: 'utf8' },
} as const;

/** Splits the output of ffmpeg or ffprobe, which arrives in chunks, into lines. */
export class OutputLines {
  private readonly decoder: StringDecoder;
  private rest = '';

  constructor(private readonly kind: keyof typeof OUTPUTS) {
    this.decoder = new StringDecoder(OUTPUTS[kind].encoding);
  }

  /** The line that has begun, but not ended. */
  get unfinished(): string {
    return this.rest;
  }

  /** @returns the lines that this chunk ends */
  push(chunk: Buffer): string[] {
    const lines = (this.rest + this.decoder.write(chunk)).split(OUTPUTS[this.kind].breaks);
    this.rest = (lines.pop() ?? '').slice(-LONGEST_LINE);
    return lines;
  }
}

/** Reports the lines of ffmpeg's log, and keeps the last ones. */
export class LastLines {
  private readonly lines = new OutputLines('log');
  private readonly kept: string[] = [];

  constructor(private readonly onLine: (line: string) => void) {}

  push(chunk: Buffer): void {
    for (const line of this.lines.push(chunk)) {
      this.kept.push(line);
      this.onLine(line);
    }
    this.kept.splice(0, this.kept.length - KEPT_LINES);
  }

  text(): string {
    return [...this.kept, this.lines.unfinished].join('\n');
  }
}
