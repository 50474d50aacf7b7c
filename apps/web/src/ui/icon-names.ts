/** Lucide's icons that are in the sprite, too: they stand on every page. */
export const LINE_ICONS = [
  ...(['Sun', 'Moon', 'SunMoon', 'Languages', 'Menu', 'X', 'ChevronDown'] as const),
  ...(['ClipboardPaste', 'ArrowDown', 'LoaderCircle', 'CircleAlert'] as const),
] as const;

/** What the sprite of brand icons has a symbol for (platform-icons.plugin.ts draws it). */
export const ICON_NAMES: readonly string[] = [
  ...['youtube', 'tiktok', 'twitter', 'facebook', 'vimeo', 'bilibili', 'xiaohongshu'],
  ...['apple-podcasts', 'soundcloud', 'playerfm', 'castbox', 'instagram', 'spotify', 'x'],
  // For links to an operator's own accounts.
  ...[
    'bluesky',
    'discord',
    'github',
    'mastodon',
    'pinterest',
    'reddit',
    'telegram',
    'threads',
    'whatsapp',
  ],
];
