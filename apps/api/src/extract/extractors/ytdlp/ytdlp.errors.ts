import type { ErrorCode } from '@dipper/contract';

/**
 * What yt-dlp says when it cannot, and what that means. Sources: recorded output of real pages
 * (test/fixtures/ytdlp/errors.json) and the extractor code. First match wins.
 */
const MEANINGS: readonly (readonly [RegExp, ErrorCode])[] = [
  [/known to use DRM|DRM.protected/i, 'DRM_PROTECTED'],
  [/confirm your age|age.restricted|inappropriate for some users|NSFW/i, 'AGE_RESTRICTED'],
  [
    /geo.?restrict|not (made this video )?available (in|from) your (country|location|region)|blocked it in your country|HTTP Error 451/i,
    'REGION_BLOCKED',
  ],
  [
    /rate.?limit|not a bot|anti-?bot|captcha|Too Many Requests|HTTP Error 429|IP address is blocked|empty media response/i,
    'SOURCE_REFUSED',
  ],
  [
    /registered users|only works when logged.in|requires authentication|not authorized|do not have permission|Fresh cookies|log ?in|private (video|account|post)|video is private|is private\b|sign in|members.only|channel's members|password|requires (payment|a subscription)|account (that )?has access/i,
    'MEDIA_PRIVATE',
  ],
  [
    /(live event|premieres?) (will begin|in\b|has ended)|is (currently )?live\b|not currently live|is offline/i,
    'LIVE_STREAM',
  ],
  [
    /has been (removed|deleted|terminated)|no longer (available|exists?)|does not exist|HTTP Error (404|410)|(video|post|content|media|page) (is )?(unavailable|not available|isn.t available)|not found/i,
    'MEDIA_REMOVED',
  ],
  [/Unsupported URL|No suitable extractor|is not a valid URL/i, 'UNSUPPORTED_SITE'],
  [
    /No video could be found|There is no video|No video formats found|no media|Requested format is not available|No formats/i,
    'NO_MEDIA',
  ],
  [/timed out|timeout/i, 'SOURCE_TIMEOUT'],
  [/HTTP Error 401/i, 'MEDIA_PRIVATE'],
  // Without a word about a login it is us whom the site refuses: a machine of a data centre.
  [/HTTP Error (403|412)|blocked by server/i, 'SOURCE_REFUSED'],
  [
    /HTTP Error 5\d\d|Connection (refused|reset|aborted)|Remote end closed|Unable to (download|connect)|Name or service not known|getaddrinfo|Network is unreachable|Tunnel connection failed|SSL/i,
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
