/** A media URL, and the headers its source wants with each request (never shown to the browser). */
export interface Remote {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers for another URL of the same stream. A cookie is for the host that set it: entries may lead anywhere. */
export function headersFor(
  url: string,
  { url: origin, headers }: Remote,
): Readonly<Record<string, string>> {
  const { cookie, ...others } = headers;
  return cookie !== undefined && new URL(url).origin === new URL(origin).origin
    ? { ...others, cookie }
    : others;
}
