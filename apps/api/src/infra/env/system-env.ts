export function searchPath(): string {
  return process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
}

/** A mirror for yt-dlp releases, instead of GitHub. yt-dlp-exec uses the same variable. */
export function releaseHost(): string | undefined {
  return process.env['YOUTUBE_DL_HOST'] || undefined;
}
