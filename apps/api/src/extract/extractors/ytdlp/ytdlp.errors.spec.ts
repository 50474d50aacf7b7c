import type { ErrorCode } from '@dipper/contract';
import { recorded } from '../../testing/recorded-page.js';
import { ytdlpErrorCode } from './ytdlp.errors.js';

const RECORDED: Readonly<Record<string, ErrorCode>> = {
  'xiaohongshu-novideo': 'NO_MEDIA',
  'tiktok-private': 'MEDIA_PRIVATE',
  'tiktok-ipblocked': 'SOURCE_REFUSED',
  'twitter-novideo': 'NO_MEDIA',
  'twitter-nsfw': 'AGE_RESTRICTED',
  'twitter-protected': 'MEDIA_PRIVATE',
  'vimeo-watchpage': 'MEDIA_PRIVATE',
  'facebook-login': 'MEDIA_PRIVATE',
  'instagram-empty': 'SOURCE_REFUSED',
  'bilibili-rate': 'SOURCE_REFUSED',
  'playerfm-series': 'NO_MEDIA',
  'soundcloud-drm': 'DRM_PROTECTED',
  'castbox-interstitial': 'UNSUPPORTED_SITE',
  'spotify-drm': 'DRM_PROTECTED',
  'lizhi-generic': 'UNSUPPORTED_SITE',
};

describe('ytdlpErrorCode', () => {
  it.each(Object.entries(recorded('errors')))('knows the recorded %s', (name, stderr) => {
    expect(ytdlpErrorCode(String(stderr))).toBe(RECORDED[name]);
  });

  it.each<[ErrorCode, string]>([
    [
      'MEDIA_PRIVATE',
      "[youtube] a1: Private video. Sign in if you've been granted access to this video",
    ],
    ['MEDIA_PRIVATE', '[youtube] a1: This video is private'],
    [
      'MEDIA_PRIVATE',
      '[youtube] a1: Join this channel to get access to members-only content like this video, and other exclusive perks.',
    ],
    [
      'MEDIA_PRIVATE',
      "[youtube] a1: This video is available to this channel's members on level: Gold (or any higher level).",
    ],
    ['MEDIA_PRIVATE', '[youtube] a1: This video requires payment to watch'],
    [
      'MEDIA_PRIVATE',
      '[vimeo] 1: This video is protected by a password, use the --video-password option',
    ],
    [
      'MEDIA_PRIVATE',
      '[TikTok] 1: This post may not be comfortable for some audiences. Log in for access',
    ],
    [
      'SOURCE_REFUSED',
      '[generic] Unable to download webpage: HTTP Error 403: Forbidden (caused by <HTTPError 403: Forbidden>)',
    ],
    [
      'MEDIA_PRIVATE',
      '[site] 1: Unable to download JSON metadata: HTTP Error 403: Forbidden; this video is only available for registered users',
    ],
    [
      'SOURCE_REFUSED',
      '[BiliBili] 1: Unable to download webpage: HTTP Error 412: Precondition Failed (caused by <HTTPError 412: Precondition Failed>)',
    ],
    [
      'SOURCE_REFUSED',
      '[BilibiliSpaceVideo] 1: Request is blocked by server (412), please wait and try later.',
    ],
    [
      'MEDIA_PRIVATE',
      '[generic] Unable to download webpage: HTTP Error 401: Unauthorized (caused by <HTTPError 401: Unauthorized>)',
    ],
    ['MEDIA_PRIVATE', '[Douyin] 1: Fresh cookies (not necessarily logged in) are needed'],
    [
      'AGE_RESTRICTED',
      '[youtube] a1: Sign in to confirm your age. This video may be inappropriate for some users.',
    ],
    [
      'SOURCE_REFUSED',
      '[youtube] a1: Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies',
    ],
    [
      'SOURCE_REFUSED',
      "[youtube] a1: This content isn't available, try again later. Your account has been rate-limited by YouTube for up to an hour.",
    ],
    [
      'SOURCE_REFUSED',
      '[youtube] a1: Unable to download API page: HTTP Error 429: Too Many Requests',
    ],
    [
      'SOURCE_REFUSED',
      '[generic] Got HTTP Error 403 caused by Cloudflare anti-bot challenge; try again with --extractor-args',
    ],
    [
      'REGION_BLOCKED',
      '[youtube] a1: Video unavailable. The uploader has not made this video available in your country',
    ],
    [
      'REGION_BLOCKED',
      '[youtube] a1: Video unavailable. This video contains content from X, who has blocked it in your country on copyright grounds',
    ],
    [
      'REGION_BLOCKED',
      '[BiliBili] 1: This video is not available from your location due to geo restriction. You might want to use a VPN',
    ],
    [
      'REGION_BLOCKED',
      '[generic] Unable to download webpage: HTTP Error 451: Unavailable For Legal Reasons',
    ],
    ['LIVE_STREAM', '[youtube] a1: Premieres in 3 hours'],
    ['LIVE_STREAM', '[youtube] a1: This live event will begin in 5 days.'],
    ['LIVE_STREAM', '[youtube] a1: Premiere will begin shortly'],
    ['LIVE_STREAM', '[twitch:stream] name: The channel is not currently live'],
    ['LIVE_STREAM', '[twitch:stream] name: name is offline'],
    [
      'MEDIA_REMOVED',
      '[youtube] a1: Video unavailable. This video has been removed by the uploader',
    ],
    [
      'MEDIA_REMOVED',
      "[youtube] a1: This video has been removed for violating YouTube's Terms of Service",
    ],
    [
      'MEDIA_REMOVED',
      '[youtube] a1: Video unavailable. This video is no longer available because the YouTube account associated with this video has been terminated.',
    ],
    ['MEDIA_REMOVED', '[youtube] a1: This video is not available'],
    ['MEDIA_REMOVED', '[TikTok] 1: Video not available, status code 10204'],
    [
      'MEDIA_REMOVED',
      '[generic] Unable to download webpage: HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)',
    ],
    [
      'MEDIA_REMOVED',
      '[generic] Unable to download webpage: HTTP Error 410: Gone (caused by <HTTPError 410: Gone>)',
    ],
    ['UNSUPPORTED_SITE', 'Unsupported URL: https://example.com/page'],
    ['UNSUPPORTED_SITE', 'No suitable extractor found for URL http://127.0.0.1:9/x'],
    [
      'UNSUPPORTED_SITE',
      '[generic] \'abc\' is not a valid URL. Set --default-search "ytsearch" (or run  yt-dlp "ytsearch:abc" ) to search YouTube',
    ],
    [
      'NO_MEDIA',
      '[youtube] a1: Requested format is not available. Use --list-formats for a list of available formats',
    ],
    ['NO_MEDIA', '[Instagram] 1: There is no video in this post'],
    ['DRM_PROTECTED', '[generic] 1: This video is DRM protected'],
    [
      'SOURCE_TIMEOUT',
      '[generic] Unable to download webpage: The read operation timed out (caused by TransportError)',
    ],
    ['SOURCE_TIMEOUT', '[generic] Unable to download webpage: <urlopen error timed out>'],
    [
      'SOURCE_TIMEOUT',
      "[generic] Unable to download webpage: HTTPSConnectionPool(host='x.example', port=443): Read timed out. (read timeout=10.0)",
    ],
    [
      'SOURCE_FAILED',
      '[generic] Unable to download webpage: [Errno 111] Connection refused (caused by NewConnectionError)',
    ],
    ['SOURCE_FAILED', '[generic] Unable to download webpage: HTTP Error 503: Service Unavailable'],
    [
      'SOURCE_FAILED',
      '[generic] Unable to download webpage: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed',
    ],
    [
      'SOURCE_FAILED',
      "[generic] Unable to download webpage: ('Unable to connect to proxy', OSError('Tunnel connection failed: 502 Bad Gateway'))",
    ],
    [
      'EXTRACT_FAILED',
      '[site] 1: Unable to extract player data; please report this issue on  https://github.com/yt-dlp/yt-dlp/issues',
    ],
  ])('%s: %s', (code, sentence) => {
    expect(ytdlpErrorCode(`WARNING: Private video, log in\nERROR: ${sentence}\n`)).toBe(code);
  });

  it.each<[ErrorCode, string]>([
    [
      'UNSUPPORTED_SITE',
      'ERROR: Unsupported URL: https://example.com/private-video/login/offline/404-not-found',
    ],
    [
      'UNSUPPORTED_SITE',
      'ERROR: Unsupported URL: https://example.com/geo-restricted?DRM-protected&timeout',
    ],
    ['NO_MEDIA', 'ERROR: [youtube] login: No video formats found!'],
    ['SOURCE_TIMEOUT', 'ERROR: [generic] rate-limit: Unable to download webpage: timed out'],
  ])('takes no word of the visitor for one of yt-dlp (%s: %s)', (code, stderr) => {
    expect(ytdlpErrorCode(stderr)).toBe(code);
  });

  it.each([
    ['', 'EXTRACT_FAILED'],
    ['Traceback (most recent call last):\n  File "x"\nKeyError: 1', 'EXTRACT_FAILED'],
    ['urllib.error: Connection reset by peer', 'SOURCE_FAILED'],
  ])('makes %j %s', (stderr, code) => {
    expect(ytdlpErrorCode(stderr)).toBe(code);
  });
});
