import type { ErrorCode } from '@dipper/contract';

/**
 * What yt-dlp says when it cannot, and what that means. Sources: recorded output of real pages
 * (test/fixtures/ytdlp/errors.json) and the extractor code (2025.04.30, 2026.08.19). First match wins.
 */
const MEANINGS: readonly (readonly [RegExp, ErrorCode])[] = [
  // The bounds of the job: memory and nested pages (words of Python, which has none for memory that
  // is asked for at once: "ERROR: "), or processor time.
  [/\b(MemoryError|RecursionError)\b|^ERROR:\s*$|ended by SIG(KILL|XCPU)/, 'PAGE_TOO_LARGE'],
  [/known to use DRM|DRM.protected/i, 'DRM_PROTECTED'],
  [
    /confirm your age|age.?restricted|inappropriate for some users|NSFW|not be comfortable for some/i,
    'AGE_RESTRICTED',
  ],
  [
    /geo.?restrict|not (made this video )?available (in|from) your (country|location|region)|blocked it in your country|due to your location|HTTP Error 451/i,
    'REGION_BLOCKED',
  ],
  [
    /not a bot|anti-?bot|captcha|IP (address )?(is|may be) (likely )?(being )?blocked|TLS fingerprint|Fresh cookies|rejected by server/i,
    'SOURCE_BLOCKED',
  ],
  [
    /rate.?limit|Too Many Requests|HTTP Error 429|please wait|try again later/i,
    'SOURCE_RATE_LIMITED',
  ],
  [
    /members.only|channel's members|premium.(members|users|only)|supporter.only|subscribers?.only|requires? (payment|a (premium )?subscription|purchase)|purchase the|need to (buy|purchase|pay)|paid (content|video|episode)/i,
    'PAYMENT_REQUIRED',
  ],
  [
    /private (video|account|post|playlist)|\b(is|are|either) private\b|protected (tweet|by a password)|password|not authorized|do not have permission|users who follow|privacy settings/i,
    'MEDIA_PRIVATE',
  ],
  [
    /(live event|premieres?) (will begin|in\b|on\b)|not (yet )?started|is scheduled for|not yet available/i,
    'LIVE_UPCOMING',
  ],
  [
    /(live ?(event|stream)|Space|broadcast) (has )?ended|is (currently )?live\b|not (currently )?live\b|is offline/i,
    'LIVE_STREAM',
  ],
  [
    /registered users|only works when logged.in|(requires?|needs?) (authentication|a login)|log ?in\b|log ?into|login|sign in|account (that )?has access|empty media response|content is unreachable/i,
    'LOGIN_REQUIRED',
  ],
  [
    /has been (removed|deleted|terminated|suspended)|no longer (available|exists?)|does not exist|HTTP Error (404|410)|(video|post|tweet|content|media|page|episode) (#\d+ )?(is )?(unavailable|not available|isn.t available)|not been made available|not found|no status found|\bSuspended\b|may be deleted/i,
    'MEDIA_REMOVED',
  ],
  [/Unsupported URL|No suitable extractor|is not a valid URL/i, 'UNSUPPORTED_SITE'],
  [
    /No (valid )?video (URL )?(could be )?found|There is no video|No video formats found|no media|is not a video|not have any videos|Requested format is not available|No formats/i,
    'NO_MEDIA',
  ],
  [/timed out|timeout/i, 'SOURCE_TIMEOUT'],
  [/HTTP Error 401/i, 'LOGIN_REQUIRED'],
  [/HTTP Error 402/i, 'PAYMENT_REQUIRED'],
  // Without a word about a login it is us whom the site refuses: a machine of a data centre.
  [/HTTP Error (403|412)|blocked by server/i, 'SOURCE_BLOCKED'],
  [
    /HTTP Error 5\d\d|Connection (refused|reset|aborted)|Remote end closed|Unable to (download|connect)|Name or service not known|getaddrinfo|Network is unreachable|Tunnel connection failed|IncompleteRead|SSL/i,
    'SOURCE_FAILED',
  ],
];

/** Advice about logging in and reporting bugs follows the sentence that matters. */
const ADVICE =
  /(Use --cookies|please report this issue|Confirm you are on the latest|See {1,2}https?:)[^\n]*/g;
/** Addresses, and the name of the extractor with the item's id: the visitor's words, not yt-dlp's. */
const QUOTED = /https?:\/\/\S+|(?<=^ERROR: )\[[^\]\n]*\] (?:\S+: )?/gm;

/** The meaning of what yt-dlp wrote to standard error; EXTRACT_FAILED when nobody knows. */
export function ytdlpErrorCode(stderr: string): ErrorCode {
  const errors = stderr.split('\n').filter((line) => line.startsWith('ERROR:'));
  const message = (errors.length > 0 ? errors.join('\n') : stderr)
    .replace(ADVICE, '')
    .replace(QUOTED, '');
  return MEANINGS.find(([pattern]) => pattern.test(message))?.[1] ?? 'EXTRACT_FAILED';
}
