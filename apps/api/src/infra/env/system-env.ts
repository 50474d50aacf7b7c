/** The machine's PATH. */
export function searchPath(): string {
  return process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
}

/** A mirror for yt-dlp releases in place of GitHub: yt-dlp-exec's variable. */
export function releaseHost(): string | undefined {
  return process.env['YOUTUBE_DL_HOST'] || undefined;
}
