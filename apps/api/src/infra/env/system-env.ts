/** Where programs are looked for: the machine's PATH. */
export function searchPath(): string {
  return process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
}

/** Where releases of yt-dlp are looked up instead of GitHub: a variable of yt-dlp-exec's. */
export function releaseHost(): string | undefined {
  return process.env['YOUTUBE_DL_HOST'] || undefined;
}
