import { ACCOUNT_MESSAGES, MERGE_MESSAGES, SEARCH_MESSAGES, STATUS_MESSAGES } from './messages.js';

/** One thing the server can answer instead of what was asked. */
export interface ErrorDefinition {
  /** HTTP status. */
  readonly status: number;
  /** One sentence for a person: what happened and what to do. `{{name}}` is filled in. */
  readonly message: string;
  /** The same for a `value` of 1, where English needs another form. */
  readonly messageForOne?: string;
  /** The number that the sentence has a place for, named by its unit: sent raw, as `values`. */
  readonly value?: 'seconds' | 'hours' | 'bytes' | 'count';
}

/** Every error the server can say. `docs/errors.md` lists exactly these codes. */
export const ERRORS = {
  INVALID_REQUEST: {
    status: 400,
    message: 'This request could not be understood. Please go back and try again.',
  },
  URL_REQUIRED: { status: 400, message: SEARCH_MESSAGES.urlRequired },
  URL_INVALID: {
    status: 400,
    message: SEARCH_MESSAGES.urlInvalid,
  },
  WISH_NOT_POSSIBLE: {
    status: 422,
    message: 'This cannot be made of this item. Please choose something else from its page.',
  },
  SUBTITLES_GONE: {
    status: 502,
    message:
      'The source no longer gives these subtitles, or nothing is in them. Please choose another language.',
  },
  CLIP_OUTSIDE: {
    status: 422,
    message: 'The clip lies outside of the item. Please choose a start and an end within it.',
  },
  LOOP_TOO_LONG: {
    status: 422,
    message: 'A GIF or WebP lasts 15 seconds at most. Please choose a shorter stretch, or a video.',
  },
  CLIP_TOO_LONG: {
    status: 422,
    message:
      'A clip of this format can last {{seconds}} s at most. Please choose a shorter stretch or another format.',
    value: 'seconds',
  },
  UNSUPPORTED_SITE: {
    status: 422,
    message:
      'Nothing to download was found here. The site may not be supported yet, or the link does not open the item itself.',
  },
  NO_MEDIA: {
    status: 422,
    message:
      'No video or audio was found on this page. Please check that the link opens the item itself.',
  },
  LINK_IS_LIST: {
    status: 422,
    message: 'There are several things behind this link. Please search for it alone and choose.',
  },
  PAGE_TOO_LARGE: {
    status: 422,
    message: 'This page is too large to read. Please use the link to a single item.',
  },
  MEDIA_PRIVATE: {
    status: 422,
    message: 'This item is private. Only items that are open to everyone can be downloaded.',
  },
  LOGIN_REQUIRED: {
    status: 422,
    message:
      'The site shows this item to signed-in visitors only. Only items that are open to everyone can be downloaded.',
  },
  PAYMENT_REQUIRED: {
    status: 422,
    message:
      'This item is for paying members of the site. Only items that are open to everyone can be downloaded.',
  },
  MEDIA_REMOVED: {
    status: 422,
    message:
      'This item is no longer there. Please check that the link still opens, or use another one.',
  },
  AGE_RESTRICTED: {
    status: 422,
    message: 'This item is age-restricted. Only content open to everyone can be downloaded.',
  },
  REGION_BLOCKED: {
    status: 422,
    message:
      'The site does not show this item in the country this service runs in. It may still play on the site itself.',
  },
  DRM_PROTECTED: {
    status: 422,
    message: 'This item is protected against copying (DRM) and cannot be downloaded.',
  },
  LIVE_STREAM: {
    status: 422,
    message: 'This is a live broadcast. Please try again once the recording is published.',
  },
  LIVE_UPCOMING: {
    status: 422,
    message:
      'This has not started yet. Please come back when it is over and the recording is published.',
  },
  PLATFORM_OFF: {
    status: 422,
    message: 'Links from this site are switched off here. Please try a link from another site.',
  },
  ADDRESS_NOT_ALLOWED: {
    status: 422,
    message: 'This address is not on the public internet, so it cannot be opened from here.',
  },
  FORMAT_UNAVAILABLE: {
    status: 422,
    message: 'This format is no longer available from the source.',
  },
  MEDIA_TOO_LONG: {
    status: 413,
    message: 'This item is longer than {{hours}} hours, the most this service can prepare.',
    messageForOne: 'This item is longer than {{hours}} hour, the most this service can prepare.',
    value: 'hours',
  },
  FILE_TOO_LARGE: {
    status: 413,
    message:
      'This file is larger than {{bytes}}, the most this service can prepare. Please pick a smaller format.',
    value: 'bytes',
  },
  BUNDLE_FULL: {
    status: 413,
    message: 'The zip file was full: it holds at most {{bytes}}. Please take this entry by itself.',
    value: 'bytes',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: 'This request took too long to arrive. Please check your connection and try again.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'This request is too large. Please shorten it.' },
  JSON_EXPECTED: {
    status: 415,
    message: 'This request must be sent as JSON (application/json) in UTF-8.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: 'Other sites may not connect here. Please open the page at its own address.',
  },
  NOT_MEDIA: {
    status: 415,
    message:
      'The source sent a web page instead of the media file. Please try again or pick another format.',
  },
  SOURCE_REFUSED: {
    status: 502,
    message: 'The source refuses requests at the moment. Please try again in a few minutes.',
  },
  SOURCE_RATE_LIMITED: {
    status: 502,
    message: 'The site asks us to slow down. Please try again in a few minutes.',
  },
  SOURCE_BLOCKED: {
    status: 502,
    message:
      'The site turns this service away, so its pages cannot be read from here at the moment. Links from other sites still work.',
  },
  SOURCE_FAILED: {
    status: 502,
    message: 'The connection to the source failed or dropped. Please try again.',
  },
  SOURCE_INCOMPLETE: {
    status: 502,
    message:
      'The source did not deliver the whole file, so nothing was saved. Please try again or pick another format.',
  },
  SOURCE_DAMAGED: {
    status: 502,
    message:
      "The source's own file is damaged{{where}}. You can take it anyway, or pick another format.",
  },
  SOURCE_TIMEOUT: {
    status: 504,
    message: 'The source did not answer in time. Please try again.',
  },
  EXTRACT_FAILED: { status: 502, message: SEARCH_MESSAGES.failed },
  MERGE_FAILED: { status: 500, message: MERGE_MESSAGES.failed },
  BUNDLE_EMPTY: {
    status: 502,
    message:
      'None of the chosen entries could be prepared, each for a reason of its own. Please choose others, or try again.',
  },
  MERGE_GAVE_UP: {
    status: 500,
    message:
      'This file could not be prepared after several tries. Please start again or pick another format.',
  },
  EXTRACTOR_MISSING: {
    status: 503,
    message:
      'This service cannot read pages right now because yt-dlp is missing. Please tell its operator.',
  },
  MUXER_MISSING: {
    status: 503,
    message:
      'This service cannot prepare files right now because ffmpeg is missing. Please tell its operator.',
  },
  ENCODER_MISSING: {
    status: 503,
    message:
      'This service cannot make files of this type right now because its ffmpeg lacks an encoder. Please pick another type.',
  },
  DISK_FULL: {
    status: 503,
    message:
      'There is no room left to prepare this file. Please try again later or pick a smaller format.',
  },
  BUSY: {
    status: 503,
    message: "We're very busy right now. Please try again in {{seconds}} s.",
    value: 'seconds',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'The service is not ready at the moment. Please try again shortly.',
  },
  MEDIA_NOT_GRANTED: {
    status: 403,
    message: 'This media link is no longer valid. Please fetch the page again.',
  },
  TASK_UNKNOWN: {
    status: 404,
    message: "We couldn't find this download. Please start again from the link.",
  },
  TASK_CANCELLED: { status: 409, message: STATUS_MESSAGES.cancelled },
  FILE_NOT_READY: { status: 409, message: 'This file is still being prepared.' },
  FILE_EXPIRED: {
    status: 410,
    message: MERGE_MESSAGES.expired,
  },
  TOO_MANY_ROOMS: {
    status: 429,
    message: 'Too many downloads are being watched from one page. Please close some of them.',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'That was a lot in a short time. Please try again in {{seconds}} s.',
    value: 'seconds',
  },
  TOO_MANY_WAITING: {
    status: 429,
    message: 'You already have {{count}} downloads waiting. Please let some of them finish first.',
    messageForOne: 'You already have {{count}} download waiting. Please let it finish first.',
    value: 'count',
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
    message: 'Please enter a picture address that begins with https://',
  },
  MAIL_TOKEN_REQUIRED: { status: 400, message: 'Verification token is required' },
  MAIL_TOKEN_INVALID: {
    status: 400,
    message:
      'This link or code is no longer valid: it has been used, or its time is over. Please ask for a new email.',
  },
  BAD_CREDENTIALS: {
    status: 401,
    message: 'Email address or password is wrong. Please check both, or reset your password.',
  },
  NOT_SIGNED_IN: { status: 401, message: 'Please sign in first.' },
  SESSION_ENDED: { status: 401, message: ACCOUNT_MESSAGES.sessionExpired },
  WRONG_PASSWORD: {
    status: 403,
    message: 'Your current password is wrong. Please check it and try again.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    message:
      'Too many attempts to sign in. Please try again in {{seconds}} s, or reset your password.',
    value: 'seconds',
  },
  DAILY_LIMIT: {
    status: 429,
    message:
      'Your account keeps {{count}} downloads a day, and today they are all kept. You can go on downloading; your history goes on at 0:00 UTC.',
    value: 'count',
  },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

/** True when a code of the wire is one of ours. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
