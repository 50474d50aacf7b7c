/** The URL of the sprite of brand icons. The build defines it (platform-icons.plugin.ts). */
declare const __PLATFORM_ICONS__: string;
