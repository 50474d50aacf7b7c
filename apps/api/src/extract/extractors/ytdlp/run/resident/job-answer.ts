import * as z from 'zod';

const reportSchema = z.object({
  code: z.number().nullable(),
  signal: z.string().nullable(),
  stderr: z.string(),
  cpuMs: z.number(),
  peakKb: z.number(),
  parentKb: z.number(),
});

/** How a job ended, as reported by the parent (bin/ytdlp-parent.py). */
export type JobReport = z.infer<typeof reportSchema>;

const NEWLINE = 0x0a;
/** Marks the end of the output, which is ASCII JSON and therefore contains no NUL. */
const END_OF_OUTPUT = 0;
const MAX_PID_LINE = 16;
/**
 * The size limit for reports: enough for the end of standard error with every character escaped,
 * and a few numbers.
 */
const MAX_REPORT_BYTES = 64 * 1024;

/**
 * Incrementally parses what a channel sends for one job: the process id, the output, and the
 * report.
 */
export class JobAnswer {
  private head = Buffer.alloc(0);
  private readonly chunks: Buffer[] = [];
  private tail: Buffer | null = null;
  private size = 0;
  pid: number | null = null;
  report: JobReport | null = null;

  get outputBytes(): number {
    return this.size;
  }

  get output(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }

  /** @throws Error on a violation of the protocol; the parent must then be replaced */
  take(chunk: Buffer): void {
    const isHead = this.pid === null && this.tail === null;
    const rest = isHead ? this.takePid(chunk) : chunk;
    const end = this.tail === null ? rest.indexOf(END_OF_OUTPUT) : 0;
    if (end === -1) {
      this.keep(rest);
      return;
    }
    if (this.tail === null) {
      this.keep(rest.subarray(0, end));
      this.tail = Buffer.alloc(0);
      this.takeReport(rest.subarray(end + 1));
    } else {
      this.takeReport(rest);
    }
  }

  discard(): void {
    this.chunks.length = 0;
  }

  private keep(chunk: Buffer): void {
    this.size += chunk.length;
    this.chunks.push(chunk);
  }

  private takePid(chunk: Buffer): Buffer {
    this.head = Buffer.concat([this.head, chunk]);
    // If a job was killed immediately, there is only a report.
    const end = this.head.findIndex((byte) => byte === NEWLINE || byte === END_OF_OUTPUT);
    if (end === -1) {
      if (this.head.length > MAX_PID_LINE) {
        throw new Error('no process id');
      }
      return Buffer.alloc(0);
    }
    if (this.head[end] === NEWLINE) {
      const pid = Number(this.head.subarray(0, end).toString('latin1'));
      if (!Number.isInteger(pid) || pid <= 1) {
        throw new Error('no process id');
      }
      this.pid = pid;
      return this.head.subarray(end + 1);
    }
    return this.head.subarray(end);
  }

  private takeReport(chunk: Buffer): void {
    this.tail = Buffer.concat([this.tail ?? Buffer.alloc(0), chunk]);
    if (this.tail.length > MAX_REPORT_BYTES) {
      throw new Error('no report');
    }
    if (this.tail.at(-1) === NEWLINE) {
      this.report = reportSchema.parse(JSON.parse(this.tail.toString('utf8')));
    }
  }
}
