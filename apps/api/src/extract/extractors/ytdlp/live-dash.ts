/** The root of a manifest, possibly with a namespace prefix. */
const ROOT = /<(?:\w+:)?MPD\s([^<>]*)>/;

/**
 * True for a DASH manifest (ISO/IEC 23009-1) of a stream that is still going on. Some sites leave
 * the manifest of a finished recording `dynamic`; it then states its duration, and no longer when
 * to ask for the next version.
 */
export function isLiveDash(manifest: string): boolean {
  const [, attributes = ''] = ROOT.exec(manifest) ?? [];
  const isOver =
    /\bmediaPresentationDuration\s*=/.test(attributes) &&
    !/\bminimumUpdatePeriod\s*=/.test(attributes);
  return /\btype\s*=\s*["']dynamic["']/.test(attributes) && !isOver;
}
