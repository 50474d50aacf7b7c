/**
 * The options for account settings (specification §9). `DEFAULT_PREFERENCES` contains the defaults.
 */

export const TIMEZONES = [
  ...(['UTC', 'America/New_York', 'America/Chicago', 'America/Denver'] as const),
  ...(['America/Los_Angeles', 'Europe/London', 'Europe/Paris', 'Asia/Tokyo'] as const),
  ...(['Asia/Shanghai', 'Asia/Dubai', 'Australia/Sydney'] as const),
] as const;

export const ACCOUNT_LANGUAGES = [
  ...(['en', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'ja', 'ko', 'zh', 'ar', 'hi'] as const),
] as const;

export const VIDEO_QUALITIES = ['4k', '1080p', '720p', '480p', '360p', 'auto'] as const;
export type VideoQuality = (typeof VIDEO_QUALITIES)[number];

export const AUDIO_FORMATS = ['mp3', 'wav', 'flac', 'aac', 'm4a'] as const;
export type AudioFormat = (typeof AUDIO_FORMATS)[number];

export const THEMES = ['light', 'dark', 'auto'] as const;
export type Theme = (typeof THEMES)[number];

export interface Preferences {
  /**
   * The recommended resolution. With `auto`, the recommendation is the same as for visitors without
   * an account.
   */
  readonly default_video_quality: VideoQuality;
  /** The audio type to recommend when a visitor wants audio. */
  readonly default_audio_format: AudioFormat;
  /** True to start downloading the recommended format once there is a result. */
  readonly auto_download: boolean;
  /** False to save nothing to the history. */
  readonly download_history_enabled: boolean;
  readonly email_notifications: boolean;
  readonly theme: Theme;
}

/** The preferences of a new account (specification §9). */
export const DEFAULT_PREFERENCES: Preferences = {
  default_video_quality: '720p',
  default_audio_format: 'mp3',
  auto_download: false,
  download_history_enabled: true,
  email_notifications: true,
  theme: 'light',
};
