/** Name of the form's button: present in the query after a native submit. */
export const SENT = 'go';

/** The parameters of a page with the form: a link, a share target's texts, "sent". */
export const FORM_QUERY = ['url', 'text', 'title', SENT] as const;

/** `auth` and `token` come from email links, which open a dialog. */
export const HOME_QUERY = [...FORM_QUERY, 'auth', 'token'] as const;

/**
 * The keys of `previewQuerySchema`, copied to keep zod out of the browser; a spec compares them.
 */
export const PREVIEW_QUERY = [
  ...['task_id', 'video_format_id', 'audio_format_id', 'url', 'title', 'filename', 'is_audio'],
  ...['source_url', 'resolution', 'filesize', 'bitrate', 'thumbnail_url', 'recipe'],
] as const;
