/** Where programs are looked for: the machine's PATH. */
export function searchPath(): string {
  return process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
}

/** Variables that yt-dlp-exec's fetch of a release and the Node it runs in listen to, where they are set. */
export function releaseEnv(): Record<string, string> {
  const names = ['YOUTUBE_DL_HOST', 'NODE_EXTRA_CA_CERTS'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}
