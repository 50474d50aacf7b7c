/** Address of the sprite of brand icons: the build defines it (platform-icons.plugin.ts). */
declare const __PLATFORM_ICONS__: string;
