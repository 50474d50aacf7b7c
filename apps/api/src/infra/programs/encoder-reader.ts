import { runProcess } from '../process/run-process.js';

/** The limits of a program that only prints a list. */
const BOUNDS = { timeoutMs: 10_000, maxOutputBytes: 1024 * 1024 };
/** " A....D libmp3lame           libmp3lame MP3 (MPEG audio layer 3) (codec mp3)" */
const ROW = /^ [VAS][F.][S.][X.][B.][D.] ([\w-]+)/gm;

/** Reads the list of encoders from an ffmpeg, once per program. */
export class EncoderReader {
  private readonly known = new Map<string, Promise<ReadonlySet<string>>>();

  /**
   * @param program the path of the program; null if there is none @returns an empty set if the
   * program does not respond
   */
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
      // Don't cache a failure: ffmpeg may be reinstalled, or the machine may have run out of
      // processes.
      this.known.delete(program);
      return new Set();
    }
  }
}

export function encodersIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(ROW)].flatMap(([, name]) => name ?? []));
}
