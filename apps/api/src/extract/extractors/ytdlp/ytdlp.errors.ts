import type { ErrorCode } from '@dipper/contract';

/**
 * Patterns in yt-dlp's error messages, and the codes that they stand for. They come from recorded
 * output for real pages (test/fixtures/ytdlp/errors.json) and from the code of extractors
 * (2025.04.30, 2026.08.19). The first match counts.
 */
const MEANINGS: readonly (readonly [RegExp, ErrorCode])[] = [
  // The job has reached one of its limits: memory, nesting or CPU time. Python reports the first
  // two in words, but a single huge allocation fails with an empty message, "ERROR: ".
  [
    /\b(MemoryError|RecursionError)\b|maximum recursion depth|^ERROR:\s*$|ended by SIG(KILL|XCPU)/,
    'PAGE_TOO_LARGE',
  ],
  [/known to use DRM|DRM.protected/i, 'DRM_PROTECTED'],
  [
    /confirm your age|age.?restricted|(inappropriate|offensive) (for|to) some|viewer discretion|sensitive content|years old or over|NSFW|not be comfortable for some/i,
    'AGE_RESTRICTED',
  ],
  [
    /geo.?restrict|(not (made this video )?|un)available (in|from) your (country|location|region)|blocked (it )?in your country|due to your location|area restricted|(video|track) is restricted\.?\s*$|blocked by (Websense|Indian|decision)|HTTP Error 451/i,
    'REGION_BLOCKED',
  ],
  [
    /not a bot|anti-?bot|captcha|IP (address )?(is|may be) (likely )?(being )?blocked|unable to access the \w+ API|guest token|TLS fingerprint|Fresh cookies|rejected by server/i,
    'SOURCE_BLOCKED',
  ],
  [
    /rate.?limit|Too Many Requests|HTTP Error 429|please wait|try again later/i,
    'SOURCE_RATE_LIMITED',
  ],
  [
    /members.only|channel's members|premium.(members|users|only)|supporter.only|subscribers?.only|requires? (payment|premium|an? (\w+ ){0,2}subscription|purchase)|purchase the|need to (buy|purchase|pay)|paid (content|video|episode|track)|video is paid|Go\+ subscription|not have access to this post/i,
    'PAYMENT_REQUIRED',
  ],
  [
    /private (video|account|post|playlist|favorites|subreddit)|made available to anyone|embed-only|\b(is|are|either) private\b|protected (tweet|by a password)|password|not authorized|do not have permission|users who follow|privacy settings/i,
    'MEDIA_PRIVATE',
  ],
  [
    /(live event|premieres?) (will begin|in\b|on\b)|not (yet )?started|hasn.t started|scheduled for|waiting for stream|not yet available/i,
    'LIVE_UPCOMING',
  ],
  [
    /(live ?(event|stream)|Space|broadcast) (has )?(ended|offline)|is (currently )?live\b|not (currently )?live\b|is offline/i,
    'LIVE_STREAM',
  ],
  [
    /registered users|only works when logged.in|(requires?|needs?) (authentication|a login)|authentication is required|log ?in\b|log ?into|login|sign in|account (that has\b|has access)|empty media response|content is unreachable/i,
    'LOGIN_REQUIRED',
  ],
  [
    /has been (removed|deleted|terminated|suspended)|no longer (available|exists?)|does not exist|HTTP Error (404|410)|(video|post|tweet|content|media|page|episode) (#\d+ )?(is )?(unavailable|not available|isn.t available)|not been made available|not found|could not be found|not archived|稿件不可见|啥都木有|no status found|\bSuspended\b|may be deleted/i,
    'MEDIA_REMOVED',
  ],
  [
    /Unsupported URL|No suitable extractor|is not a valid URL|looks truncated|quote the URL/i,
    'UNSUPPORTED_SITE',
  ],
  [
    /No (valid )?video (URL )?(could be )?found|There is no video|No video formats found|no (supported )?media|only images|does not have a \w+ tab|is not a video|not have any videos|Requested format is not available|No formats/i,
    'NO_MEDIA',
  ],
  [/timed out|timeout/i, 'SOURCE_TIMEOUT'],
  [/HTTP Error 401/i, 'LOGIN_REQUIRED'],
  [/HTTP Error 402/i, 'PAYMENT_REQUIRED'],
  // A refusal without a login prompt means that the site refuses us because we are in a data
  // center.
  [/HTTP Error (403|412)|blocked by server/i, 'SOURCE_BLOCKED'],
  [
    /HTTP Error 5\d\d|Connection (refused|reset|aborted)|Remote end closed|Unable to (download|connect)|Name or service not known|getaddrinfo|Network is unreachable|Tunnel connection failed|IncompleteRead|bytes read|network error|temporarily unavailable|querying API|any player response|SSL/i,
    'SOURCE_FAILED',
  ],
];

/** Advice about logging in and reporting bugs, which follows the actual message. */
const ADVICE =
  /(Use --cookies|please report this issue|Confirm you are on the latest|See {1,2}https?:)[^\n]*/g;
/**
 * URLs, and the extractor's name with the item's id. Both quote the link, so the words in them are
 * not yt-dlp's.
 */
const QUOTED = /https?:\/\/\S+|(?<=^ERROR: )\[[^\]\n]*\] (?:\S+: )?/gm;

/** Classifies yt-dlp's standard error. Returns EXTRACT_FAILED if nothing matches. */
export function ytdlpErrorCode(stderr: string): ErrorCode {
  const errors = stderr.split('\n').filter((line) => line.startsWith('ERROR:'));
  const message = (errors.length > 0 ? errors.join('\n') : stderr)
    .replace(ADVICE, '')
    .replace(QUOTED, '');
  return MEANINGS.find(([pattern]) => pattern.test(message))?.[1] ?? 'EXTRACT_FAILED';
}
