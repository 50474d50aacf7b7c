/** What accounts can choose from (specification §9), the usual choice of each in `DEFAULT_PREFERENCES`. */

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
  /** The resolution that is marked in a result; `auto`: the one recommended to everybody. */
  readonly default_video_quality: VideoQuality;
  /** As what sound is marked where a visitor wants sound. */
  readonly default_audio_format: AudioFormat;
  /** The marked format is started as soon as a result is there. */
  readonly auto_download: boolean;
  /** Where it is off, nothing is saved to the history. */
  readonly download_history_enabled: boolean;
  readonly email_notifications: boolean;
  readonly theme: Theme;
}

/** Of a new account (specification §9). */
export const DEFAULT_PREFERENCES: Preferences = {
  default_video_quality: '720p',
  default_audio_format: 'mp3',
  auto_download: false,
  download_history_enabled: true,
  email_notifications: true,
  theme: 'light',
};
