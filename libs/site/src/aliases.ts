import { PLATFORMS } from '@dipper/media';

/** The kind of file that a page should offer first. */
export type OfferedFirst = 'sound';

/** The aliases of static pages by main path, all without the leading slash. */
const STATIC_ALIASES: Readonly<Record<string, readonly string[]>> = {
  'how-to-download-videos': [
    ...['guide', 'how-to', 'how-to-guide', 'how-to-download', 'how-to-use', 'download-guide'],
    ...['video-download-guide', 'how-to-save-videos', 'getting-started'],
  ],
  // "guides" and "tutorials" lead to the blog, not to the guide (specification §2).
  blog: [
    ...['articles', 'guides', 'tutorials', 'article', 'blogs', 'posts', 'news', 'tips'],
    ...['resources', 'learn', 'updates', 'insights', 'stories', 'knowledge-base'],
  ],
  'help-center': ['help', 'support', 'faq-help', 'customer-support'],
  'privacy-policy': ['privacy', 'privacy-notice', 'data-privacy', 'privacy-statement'],
  'terms-of-service': [
    ...['terms', 'tos', 'terms-and-conditions', 'terms-of-use', 'terms-conditions'],
    ...['user-agreement', 'service-terms', 'legal-terms', 'conditions-of-use'],
  ],
  'terms-glossary': ['glossary', 'definitions', 'terminology', 'terms-definitions'],
  'dmca-policy': [
    ...['dmca', 'copyright', 'copyright-policy', 'copyright-notice', 'dmca-notice'],
    ...['dmca-takedown', 'takedown', 'copyright-infringement', 'report-copyright'],
  ],
  'cookie-settings': ['cookies', 'cookie-policy', 'cookie-preferences', 'cookie-consent'],
};

/** The slugs of landing pages that are accepted in paths, with the slug in the main path. */
const LANDING_SLUGS: ReadonlyMap<string, string> = new Map([
  ...PLATFORMS.filter(({ landing }) => landing).map(({ id }): [string, string] => [id, id]),
  ['rednote', 'xiaohongshu'],
  ['castboxfm', 'castbox'],
  ['xiaoyuzhoufm', 'xiaoyuzhou'],
  // The podcast page has its own main path, /podcast-downloader.
  ['podcast', 'podcast'],
]);

const QUALITIES = ['4k', '1080p', '720p', '480p', 'hd'];

/** The paths of a landing page, with `*` for its slug. A quality is accepted in five positions. */
const LANDING_PATTERNS: readonly string[] = [
  ...['*-downloader', '*-download', 'download-*-video', '*-to-mp4', '*-to-mp3'],
  ...['save-*-video', 'free-*-downloader', 'online-*-downloader'],
  ...QUALITIES.flatMap((quality) => [
    ...[`*-${quality}-downloader`, `*-downloader-${quality}`, `${quality}-*-downloader`],
    ...[`download-*-${quality}`, `*-to-mp4-${quality}`],
  ]),
];

const staticMain = new Map(
  Object.entries(STATIC_ALIASES).flatMap(([main, aliases]) =>
    aliases.map((alias): [string, string] => [alias, main]),
  ),
);

/**
 * The main path of an alias, or null if it is not an alias. Both are in lower case, without the
 * leading slash.
 */
export function mainPathOfAlias(alias: string): string | null {
  const main = staticMain.get(alias);
  if (main !== undefined) {
    return main;
  }
  for (const pattern of LANDING_PATTERNS) {
    const [before = '', after = ''] = pattern.split('*');
    if (alias.startsWith(before) && alias.endsWith(after)) {
      const slug = LANDING_SLUGS.get(alias.slice(before.length, alias.length - after.length));
      if (slug !== undefined) {
        return `${slug}-downloader`;
      }
    }
  }
  return null;
}

/**
 * The kind of file that a path's name requests: "sound" if it ends in "-to-mp3".
 * @param alias as in `mainPathOfAlias`
 */
export function offeredFirst(alias: string): OfferedFirst | null {
  return alias.endsWith('-to-mp3') ? 'sound' : null;
}
