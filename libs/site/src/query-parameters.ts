/** Name of the form's button: it is in the address when the browser itself has sent the form. */
export const SENT = 'go';

/** What a page with the search form takes from an address: a link, a share target's texts, "sent". */
export const FORM_QUERY = ['url', 'text', 'title', SENT] as const;

/** `auth` and `token` are of links in mails, which open a dialog. */
export const HOME_QUERY = [...FORM_QUERY, 'auth', 'token'] as const;

/** The keys of `previewQuerySchema`; a spec keeps them equal without zod in the browser. */
export const PREVIEW_QUERY = [
  ...['task_id', 'video_format_id', 'audio_format_id', 'url', 'title', 'filename', 'is_audio'],
  ...['source_url', 'resolution', 'filesize', 'bitrate', 'thumbnail_url', 'recipe'],
] as const;
