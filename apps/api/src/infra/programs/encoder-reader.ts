import { runProcess } from '../process/run-process.js';

/** For printing a list. */
const BOUNDS = { timeoutMs: 10_000, maxOutputBytes: 1024 * 1024 };
/** " A....D libmp3lame           libmp3lame MP3 (MPEG audio layer 3) (codec mp3)" */
const ROW = /^ [VAS][F.][S.][X.][B.][D.] ([\w-]+)/gm;

/** Asks ffmpeg for its encoders, once per program. */
export class EncoderReader {
  private readonly known = new Map<string, Promise<ReadonlySet<string>>>();

  /** @param program its path; null when there is none. @returns empty if it does not answer. */
  of(program: string | null): Promise<ReadonlySet<string>> {
    if (program === null) {
      return Promise.resolve(new Set());
    }
    const asked = this.known.get(program) ?? this.ask(program);
    this.known.set(program, asked);
    return asked;
  }

  private async ask(program: string): Promise<ReadonlySet<string>> {
    try {
      return encodersIn(await runProcess(program, ['-v', 'quiet', '-encoders'], BOUNDS));
    } catch {
      // Don't cache: it may be reinstalled, or the machine may have been out of processes.
      this.known.delete(program);
      return new Set();
    }
  }
}

/** Parses the output of `ffmpeg -encoders`. */
export function encodersIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(ROW)].flatMap(([, name]) => name ?? []));
}
