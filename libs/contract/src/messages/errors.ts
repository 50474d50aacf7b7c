import { ACCOUNT_MESSAGES, MERGE_MESSAGES, SEARCH_MESSAGES, STATUS_MESSAGES } from './messages.js';

export interface ErrorDefinition {
  readonly status: number;
  /**
   * A sentence for the visitor that explains what happened and what to do. `{{name}}` is filled in.
   */
  readonly message: string;
  /** The message for a `value` of 1, if English needs a different form. */
  readonly messageForOne?: string;
  /**
   * The unit of the number in the message, which is also the name of its placeholder. Replies
   * contain the raw number in `values`.
   */
  readonly value?: 'seconds' | 'hours' | 'bytes' | 'count';
}

/** Every error that the server replies with. `docs/errors.md` lists exactly these codes. */
export const ERRORS = {
  INVALID_REQUEST: {
    status: 400,
    message: "We couldn't understand this request. Go back and try again.",
  },
  URL_REQUIRED: { status: 400, message: SEARCH_MESSAGES.urlRequired },
  URL_INVALID: {
    status: 400,
    message: SEARCH_MESSAGES.urlInvalid,
  },
  WISH_NOT_POSSIBLE: {
    status: 422,
    message: "That isn't available for this item. Choose something else.",
  },
  SUBTITLES_GONE: {
    status: 502,
    message: 'These subtitles are empty or no longer available. Choose another language.',
  },
  CLIP_OUTSIDE: {
    status: 422,
    message:
      'The clip starts after the end of the item, which is {{seconds}} s long. Choose other times.',
    value: 'seconds',
  },
  LOOP_TOO_LONG: {
    status: 422,
    message:
      'A GIF or WebP can be up to 15 seconds long. Choose a shorter clip, or make a video instead.',
  },
  CLIP_TOO_LONG: {
    status: 422,
    message:
      'A clip in this format can be up to {{seconds}} s long. Choose a shorter clip or another format.',
    value: 'seconds',
  },
  UNSUPPORTED_SITE: {
    status: 422,
    message:
      'We found nothing to download here. The site may not be supported yet, or the link may not lead directly to the item.',
  },
  NO_MEDIA: {
    status: 422,
    message:
      'We found no video or audio on this page. Check that the link leads directly to the item.',
  },
  LINK_IS_LIST: {
    status: 422,
    message: 'This link leads to several items. Paste it on its own, then choose one.',
  },
  PAGE_TOO_LARGE: {
    status: 422,
    message: 'This page is too large to read. Use the link to a single item.',
  },
  MEDIA_PRIVATE: {
    status: 422,
    message: 'This item is private. Only public items can be downloaded.',
  },
  LOGIN_REQUIRED: {
    status: 422,
    message:
      'The site shows this item to signed-in visitors only. Only public items can be downloaded.',
  },
  PAYMENT_REQUIRED: {
    status: 422,
    message: "This item is for the site's paying members. Only public items can be downloaded.",
  },
  MEDIA_REMOVED: {
    status: 422,
    message:
      "There's nothing at this link. The item may have been removed, or the link may have a typo.",
  },
  AGE_RESTRICTED: {
    status: 422,
    message: 'This item is age-restricted. Only public items can be downloaded.',
  },
  REGION_BLOCKED: {
    status: 422,
    message:
      "The site doesn't show this item in the country where this service runs. It may still play on the site itself.",
  },
  DRM_PROTECTED: {
    status: 422,
    message: "This item is copy-protected (DRM) and can't be downloaded.",
  },
  LIVE_STREAM: {
    status: 422,
    message: 'This is a live stream. Try again once the recording is published.',
  },
  LIVE_UPCOMING: {
    status: 422,
    message: "This hasn't started yet. Try again once the recording is published.",
  },
  PLATFORM_OFF: {
    status: 422,
    message: 'Downloads from this site are turned off here. Try a link to another site.',
  },
  LINK_BLOCKED: {
    status: 451,
    message: "The operator of this service has blocked this link, so it can't be downloaded here.",
  },
  ADDRESS_NOT_ALLOWED: {
    status: 422,
    message: "This link isn't on the public internet, so we can't open it.",
  },
  FORMAT_UNAVAILABLE: {
    status: 422,
    message: 'This format is no longer available from the site.',
  },
  MEDIA_TOO_LONG: {
    status: 413,
    message: 'This item is longer than {{hours}} hours, the most we can prepare.',
    messageForOne: 'This item is longer than {{hours}} hour, the most we can prepare.',
    value: 'hours',
  },
  FILE_TOO_LARGE: {
    status: 413,
    message:
      'This file is larger than {{bytes}}, the most we can prepare. Choose a smaller format.',
    value: 'bytes',
  },
  BUNDLE_FULL: {
    status: 413,
    message: 'The zip is full: it can hold up to {{bytes}}. Download this entry by itself.',
    value: 'bytes',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: 'This request took too long to arrive. Check your connection and try again.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'This request is too large. Shorten it and try again.',
  },
  JSON_EXPECTED: {
    status: 415,
    message: 'This request must be sent as JSON (application/json) in UTF-8.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: "Other sites can't connect here. Open the page at its own address.",
  },
  NOT_MEDIA: {
    status: 415,
    message: 'The site sent a web page instead of the file. Try again or choose another format.',
  },
  SOURCE_REFUSED: {
    status: 502,
    message: 'The site is refusing our requests right now. Try again in a few minutes.',
  },
  SOURCE_RATE_LIMITED: {
    status: 502,
    message: 'The site asked us to slow down. Try again in a few minutes.',
  },
  SOURCE_BLOCKED: {
    status: 502,
    message:
      "The site is blocking this service, so we can't read its pages right now. Links to other sites still work.",
  },
  SOURCE_FAILED: {
    status: 502,
    message: 'The connection to the site failed or dropped. Try again.',
  },
  SOURCE_INCOMPLETE: {
    status: 502,
    message:
      "The site didn't send the whole file, so nothing was saved. Try again or choose another format.",
  },
  SOURCE_DAMAGED: {
    status: 502,
    message: 'The original file is damaged. You can download it anyway, or choose another format.',
  },
  SOURCE_TIMEOUT: {
    status: 504,
    message: "The site didn't respond in time. Try again.",
  },
  EXTRACT_FAILED: { status: 502, message: SEARCH_MESSAGES.failed },
  MERGE_FAILED: { status: 500, message: MERGE_MESSAGES.failed },
  BUNDLE_EMPTY: {
    status: 502,
    message:
      'None of the selected entries could be prepared, for various reasons. Select others, or try again.',
  },
  MERGE_GAVE_UP: {
    status: 500,
    message:
      "We couldn't prepare this file after several tries. Start again or choose another format.",
  },
  EXTRACTOR_MISSING: {
    status: 503,
    message:
      "We can't read pages right now because yt-dlp is missing. Please tell the operator of this service.",
  },
  MUXER_MISSING: {
    status: 503,
    message:
      "We can't prepare files right now because ffmpeg is missing. Please tell the operator of this service.",
  },
  ENCODER_MISSING: {
    status: 503,
    message:
      "We can't make this type of file right now because our ffmpeg lacks the encoder for it. Choose another format.",
  },
  DISK_FULL: {
    status: 503,
    message:
      "There's no space left to prepare this file. Try again later or choose a smaller format.",
  },
  FILE_NOT_STORED: {
    status: 503,
    message: "We prepared this file but couldn't store it. Start again in a few minutes.",
  },
  BUSY: {
    status: 503,
    message: "We're very busy right now. Try again in {{seconds}} s.",
    value: 'seconds',
  },
  UNAVAILABLE: {
    status: 503,
    message: "The service isn't ready right now. Try again shortly.",
  },
  MEDIA_NOT_GRANTED: {
    status: 403,
    message: 'This media link is no longer valid. Submit the original link again.',
  },
  TASK_UNKNOWN: {
    status: 404,
    message: "We couldn't find this download. Start again from the link.",
  },
  TASK_CANCELLED: { status: 409, message: STATUS_MESSAGES.cancelled },
  FILE_NOT_READY: { status: 409, message: 'This file is still being prepared.' },
  FILE_EXPIRED: {
    status: 410,
    message: MERGE_MESSAGES.expired,
  },
  TOO_MANY_ROOMS: {
    status: 429,
    message: 'This page is following too many downloads. Close some of them.',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests in a short time. Try again in {{seconds}} s.',
    value: 'seconds',
  },
  TOO_MANY_WAITING: {
    status: 429,
    message: 'You already have {{count}} downloads waiting. Let some of them finish first.',
    messageForOne: 'You already have {{count}} download waiting. Let it finish first.',
    value: 'count',
  },
  DAILY_BYTES: {
    status: 429,
    message:
      "You've downloaded as much as one visitor can in a day here. You can download again in {{hours}} hours.",
    messageForOne:
      "You've downloaded as much as one visitor can in a day here. You can download again in {{hours}} hour.",
    value: 'hours',
  },
  EMAIL_INVALID: { status: 400, message: 'Please enter a valid email address' },
  PASSWORD_REQUIRED: { status: 400, message: 'Password is required' },
  PASSWORD_TOO_SHORT: { status: 400, message: 'Password must be at least 8 characters' },
  PASSWORD_TOO_LONG: { status: 400, message: 'Password must be at most 128 characters' },
  PASSWORD_NEEDS_UPPERCASE: {
    status: 400,
    message: 'Password must contain at least one uppercase letter',
  },
  PASSWORD_NEEDS_LOWERCASE: {
    status: 400,
    message: 'Password must contain at least one lowercase letter',
  },
  PASSWORD_NEEDS_NUMBER: { status: 400, message: 'Password must contain at least one number' },
  AVATAR_INVALID: {
    status: 400,
    message: 'Please enter an avatar link that starts with https://',
  },
  MAIL_TOKEN_REQUIRED: { status: 400, message: 'Verification token is required' },
  MAIL_TOKEN_INVALID: {
    status: 400,
    message: 'This link or code has expired or was already used. Request a new email.',
  },
  BAD_CREDENTIALS: {
    status: 401,
    message: 'Wrong email address or password. Check both, or reset your password.',
  },
  NOT_SIGNED_IN: { status: 401, message: 'Please sign in first.' },
  SESSION_ENDED: { status: 401, message: ACCOUNT_MESSAGES.sessionExpired },
  KEY_INVALID: {
    status: 401,
    message: "This API key isn't valid. It may be mistyped, or it was revoked.",
  },
  KEY_EXPIRED: {
    status: 401,
    message: 'This API key has expired. Create another one.',
  },
  KEY_SCOPE: { status: 403, message: "This API key isn't allowed to do that." },
  TOO_MANY_KEYS: {
    status: 409,
    message: 'This account has reached its limit of API keys. Revoke one first.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Use a new one.',
  },
  IDEMPOTENCY_BUSY: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Repeat it shortly.',
  },
  CALLBACK_NOT_ALLOWED: {
    status: 422,
    message: 'The callback URL must begin with https:// and be on the public internet.',
  },
  NOT_AUDIO: {
    status: 422,
    message: 'Only audio files can be added to a podcast feed.',
  },
  WRONG_PASSWORD: {
    status: 403,
    message: 'Your current password is wrong. Check it and try again.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    message: 'Too many sign-in attempts. Try again in {{seconds}} s, or reset your password.',
    value: 'seconds',
  },
  DAILY_LIMIT: {
    status: 429,
    message: "You've reached today's history limit of {{count}}. You can keep downloading.",
    value: 'count',
  },
  NOT_FOUND: { status: 404, message: "There's nothing at this address." },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Try again.' },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
