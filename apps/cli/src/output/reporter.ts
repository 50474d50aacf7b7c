import type { FeedItem, MergeStatus } from '@dipper/contract';
import { listSize } from '@dipper/media';
import type { Context } from '../context.js';
import type { Explained } from '../exit-codes.js';
import { plainJson, plainText } from './plain-text.js';
import { percent, type Progress, progressLine } from './progress-line.js';

/** A saved file. */
export interface Saved {
  /** Its path, or "-" for standard output. */
  readonly file: string;
  readonly bytes: number;
  readonly task_id: string | null;
}

/** Reports to the user. */
export interface Reporter {
  /** Prints the formats or items if the command does not choose any. */
  found(text: string, reply: object): void;
  /** Shows a step that reports no progress. */
  doing(label: string): void;
  making(status: MergeStatus): void;
  saving(bytes: number, totalBytes: number | null): void;
  saved(saved: Saved): void;
  /** The file was added to the podcast feed. */
  added(item: FeedItem): void;
  /** Shows a message in between. */
  note(text: string): void;
  failed(explained: Explained): void;
  /** Clears the progress line. */
  close(): void;
}

/**
 * The minimum time between redraws of a line on a terminal, and between JSON reports of the bytes,
 * in milliseconds.
 */
const REDRAW_MS = 100;
const JSON_MS = 1000;
/** How long a speed is measured before it is shown, in milliseconds. */
const SPEED_MS = 500;

const STAGES: Readonly<Record<string, string>> = {
  queued: 'Waiting',
  video: 'Fetching video',
  audio: 'Fetching audio',
  merging: 'Combining',
  checking: 'Checking',
};

function progressOf(status: MergeStatus): Progress {
  const { stage, progress, speed, eta_seconds, queue_position, status: state } = status;
  if (state === 'queued') {
    const note = queue_position === null ? null : `place ${queue_position} in line`;
    return { label: 'Waiting', fraction: null, note };
  }
  const label = STAGES[stage ?? ''] ?? 'Making';
  return { label, fraction: progress / 100, speed, secondsLeft: eta_seconds };
}

/** Measures how fast a file arrives, starting with the first call. */
function savingMeter(): (bytes: number, totalBytes: number | null) => Progress {
  let first: { readonly ms: number; readonly bytes: number } | null = null;
  return (bytes, totalBytes) => {
    const ms = performance.now();
    // This is another file, or the same file from its beginning.
    if (first === null || bytes < first.bytes) {
      first = { ms, bytes };
    }
    const passedMs = ms - first.ms;
    const speed = passedMs < SPEED_MS ? null : ((bytes - first.bytes) / passedMs) * 1000;
    if (totalBytes === null) {
      return { label: 'Saving', fraction: null, note: listSize(bytes), speed };
    }
    const left = speed === null || speed === 0 ? null : (totalBytes - bytes) / speed;
    return {
      ...{ label: 'Saving', speed, secondsLeft: left },
      fraction: totalBytes === 0 ? 1 : bytes / totalBytes,
    };
  };
}

/** Returns a function that returns true at most once in `ms` milliseconds. */
function limiter(ms: number): () => boolean {
  let last = -Infinity;
  return () => {
    const now = performance.now();
    if (now - last < ms) {
      return false;
    }
    last = now;
    return true;
  };
}

/** Writes text for people: results to stdout, everything else to stderr. */
class TextReporter implements Reporter {
  private readonly isTerminal: boolean;
  private readonly mayDraw = limiter(REDRAW_MS);
  private readonly saveMeter = savingMeter();
  private isDrawn = false;
  /**
   * The last line that was printed without a terminal, where progress is printed only in steps of
   * ten percent.
   */
  private last = '';

  constructor(
    private readonly context: Context,
    private readonly isQuiet: boolean,
  ) {
    this.isTerminal = context.stderr.isTTY === true;
  }

  found(text: string): void {
    this.close();
    this.context.stdout.write(text);
  }

  doing(label: string): void {
    if (this.isTerminal) {
      this.show({ label, fraction: null });
    }
  }

  making(status: MergeStatus): void {
    this.show(progressOf(status));
  }

  saving(bytes: number, totalBytes: number | null): void {
    this.show(this.saveMeter(bytes, totalBytes));
  }

  saved({ file }: Saved): void {
    this.close();
    if (file !== '-') {
      this.context.stdout.write(`${file}\n`);
    }
  }

  added({ title, url }: FeedItem): void {
    this.close();
    this.context.stdout.write(`Added to your podcast feed: ${plainText(title || url)}\n`);
  }

  note(text: string): void {
    if (!this.isQuiet) {
      this.close();
      this.context.stderr.write(`${plainText(text)}\n`);
    }
  }

  failed({ sentence }: Explained): void {
    this.close();
    this.context.stderr.write(`dipper: ${plainText(sentence)}\n`);
  }

  close(): void {
    if (this.isDrawn) {
      this.context.stderr.write('\r\u001b[K');
      this.isDrawn = false;
    }
  }

  private show(progress: Progress): void {
    if (this.isQuiet) {
      return;
    }
    if (!this.isTerminal) {
      this.showLine(progress);
    } else if (this.mayDraw()) {
      const columns = this.context.stderr.columns ?? 80;
      this.context.stderr.write(`\r${progressLine(progress, columns)}\u001b[K`);
      this.isDrawn = true;
    }
  }

  private showLine({ label, fraction, note = null }: Progress): void {
    const step = fraction === null ? null : percent(Math.floor(fraction * 10) / 10);
    const line = [label, step, fraction === null && label === 'Saving' ? null : note]
      .filter(Boolean)
      .join(' ');
    if (line !== this.last) {
      this.last = line;
      this.context.stderr.write(`${line}\n`);
    }
  }
}

/** Writes one JSON object per line to stdout, for programs. */
class JsonReporter implements Reporter {
  private readonly mayTell = limiter(JSON_MS);

  constructor(private readonly context: Context) {}

  found(_text: string, reply: object): void {
    this.tell({ type: 'found', ...reply });
  }

  making({
    task_id,
    status,
    stage,
    progress,
    speed,
    eta_seconds,
    queue_position,
  }: MergeStatus): void {
    this.tell({
      ...{ type: 'making', task_id, status, stage, progress },
      ...{ speed, eta_seconds, queue_position },
    });
  }

  saving(bytes: number, totalBytes: number | null): void {
    if (this.mayTell()) {
      this.tell({ type: 'saving', bytes, total_bytes: totalBytes });
    }
  }

  saved(saved: Saved): void {
    this.tell({ type: 'saved', ...saved });
  }

  added(item: FeedItem): void {
    this.tell({ type: 'added', item });
  }

  note(text: string): void {
    this.tell({ type: 'note', text });
  }

  failed({ sentence, code, exitCode }: Explained): void {
    this.tell({ type: 'error', error: sentence, code, exit_code: exitCode });
  }

  doing(): void {
    // Ignored, because programs wait for the events.
  }

  close(): void {
    // There is nothing to clear, because every line is complete.
  }

  private tell(event: object): void {
    this.context.stdout.write(`${plainJson(event)}\n`);
  }
}

export function createReporter(
  context: Context,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
): Reporter {
  return json ? new JsonReporter(context) : new TextReporter(context, quiet);
}
