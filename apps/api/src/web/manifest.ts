import type { DomainConfig } from '@dipper/contract';
import { directionOf, pathIn } from '@dipper/site';

/** A page that the system offers when the installed icon is long-pressed. */
interface Shortcut {
  readonly name: string;
  readonly url: string;
}

interface ManifestInput {
  readonly config: DomainConfig;
  /** The language of the page from which the site is installed. */
  readonly lang: string;
  readonly description: string;
  readonly shortcuts: readonly Shortcut[];
}

/** How many characters fit under an icon (developer.chrome.com, "short_name"). */
const SHORT_NAME = 12;

/** Shortens a name to fit under an icon, to whole words if possible. */
export function shortName(name: string): string {
  const [first = ''] = name.split(/[\s:|–-]/, 1);
  const short = [...name].length <= SHORT_NAME ? name : first || name;
  return [...short].slice(0, SHORT_NAME).join('').trim();
}

const png = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/**
 * The web app manifest of a domain. It makes the site installable and a share target
 * (w3.org/TR/appmanifest).
 */
export function manifestOf({ config, lang, description, shortcuts }: ManifestInput): object {
  const { branding } = config;
  const home = pathIn(lang, '/');
  return {
    // The id is the same in every language, so that all versions count as one app.
    id: '/',
    name: branding.name,
    short_name: shortName(branding.name),
    description,
    lang,
    dir: directionOf(lang),
    start_url: home,
    scope: '/',
    display: 'standalone',
    background_color: branding.colors.background,
    theme_color: branding.colors.background,
    categories: ['multimedia', 'utilities'],
    icons: [
      png('192', 192, 'any'),
      png('512', 512, 'any'),
      png('maskable-192', 192, 'maskable'),
      png('maskable-512', 512, 'maskable'),
    ],
    shortcuts: shortcuts.map((shortcut) => ({
      ...shortcut,
      icons: [png('192', 192, 'any')],
    })),
    // Chromium warns if `enctype` is missing. Android puts the link into `text`, so the form reads
    // all three fields.
    share_target: {
      action: home,
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  };
}
