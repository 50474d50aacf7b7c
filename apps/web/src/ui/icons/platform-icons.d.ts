/** URL of the brand icons' sprite, defined by the build (platform-icons.plugin.ts). */
declare const __PLATFORM_ICONS__: string;
