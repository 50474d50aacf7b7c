/**
 * Splits the output of ffmpeg or ffprobe, which arrives in chunks, into lines. For tables of
 * packets, which contain only ASCII.
 */
export class OutputLines {
  private rest = '';

  /** @returns the lines that this chunk ends */
  push(chunk: Buffer): string[] {
    const lines = (this.rest + chunk.toString('latin1')).split('\n');
    this.rest = lines.pop() ?? '';
    return lines;
  }

  /** @returns the last line, if no line break follows it; otherwise an empty text */
  end(): string {
    const last = this.rest;
    this.rest = '';
    return last;
  }
}
