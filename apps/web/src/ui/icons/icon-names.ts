/** Lucide icons in the sprite, as every page uses them. */
export const LINE_ICONS = [
  ...(['Sun', 'Moon', 'SunMoon', 'Languages', 'Menu', 'X', 'ChevronDown'] as const),
  ...(['ClipboardPaste', 'ArrowDown', 'LoaderCircle', 'CircleAlert'] as const),
] as const;

/** The symbols in the sprite of brand icons (built by platform-icons.plugin.ts). */
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
