/**
 * The name of the form's button. It is part of the query if the browser submits the form without
 * our script.
 */
export const SENT = 'go';

/**
 * The parameters of a page with the form: a link, the fields of the share target, times within the
 * link's item, and the button.
 */
export const FORM_QUERY = ['url', 'text', 'title', 't', SENT] as const;

/** `auth` and `token` come from links in emails, and open a dialog. */
export const HOME_QUERY = [...FORM_QUERY, 'auth', 'token'] as const;

/**
 * The keys of `previewQuerySchema`. They are copied to keep zod out of the browser, and a spec
 * compares the two lists.
 */
export const PREVIEW_QUERY = [
  ...['task_id', 'video_format_id', 'audio_format_id', 'url', 'title', 'filename', 'is_audio'],
  ...['source_url', 'resolution', 'filesize', 'bitrate', 'thumbnail_url', 'recipe'],
] as const;
