/** Where programs are looked for: the machine's PATH. */
export function searchPath(): string {
  return process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
}

/** Tells bin/leashed-ffmpeg, which fluent-ffmpeg starts with our environment, which ffmpeg to run. */
export function setLeashedFfmpeg(path: string): void {
  process.env['FFMPEG_PATH'] = path;
}
