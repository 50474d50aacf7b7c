import type { ErrorCode } from '@dipper/contract';
import { recorded } from '../../testing/recorded-page.js';
import { ytdlpErrorCode } from './ytdlp.errors.js';

const RECORDED: Readonly<Record<string, ErrorCode>> = {
  'xiaohongshu-novideo': 'NO_MEDIA',
  'tiktok-private': 'MEDIA_PRIVATE',
  'tiktok-ipblocked': 'SOURCE_BLOCKED',
  'twitter-novideo': 'NO_MEDIA',
  'twitter-nsfw': 'AGE_RESTRICTED',
  'twitter-protected': 'MEDIA_PRIVATE',
  'vimeo-watchpage': 'LOGIN_REQUIRED',
  'facebook-login': 'LOGIN_REQUIRED',
  'instagram-empty': 'LOGIN_REQUIRED',
  'bilibili-rate': 'SOURCE_RATE_LIMITED',
  'playerfm-series': 'NO_MEDIA',
  'soundcloud-drm': 'DRM_PROTECTED',
  'castbox-interstitial': 'UNSUPPORTED_SITE',
  'spotify-drm': 'DRM_PROTECTED',
  'lizhi-generic': 'UNSUPPORTED_SITE',
};

describe('ytdlpErrorCode', () => {
  it.each(Object.entries(recorded('errors')))(
    'recognizes the recorded error %s',
    (name, stderr) => {
      expect(ytdlpErrorCode(String(stderr))).toBe(RECORDED[name]);
    },
  );

  const SENTENCES: [ErrorCode, string][] = [
    [
      'MEDIA_PRIVATE',
      "[youtube] a1: Private video. Sign in if you've been granted access to this video",
    ],
    ['MEDIA_PRIVATE', '[youtube] a1: This video is private'],
    [
      'PAYMENT_REQUIRED',
      '[youtube] a1: Join this channel to get access to members-only content like this video, and other exclusive perks.',
    ],
    [
      'PAYMENT_REQUIRED',
      "[youtube] a1: This video is available to this channel's members on level: Gold (or any higher level).",
    ],
    ['PAYMENT_REQUIRED', '[youtube] a1: This video requires payment to watch'],
    [
      'MEDIA_PRIVATE',
      '[vimeo] 1: This video is protected by a password, use the --video-password option',
    ],
    [
      'AGE_RESTRICTED',
      '[TikTok] 1: This post may not be comfortable for some audiences. Log in for access',
    ],
    [
      'SOURCE_BLOCKED',
      '[generic] Unable to download webpage: HTTP Error 403: Forbidden (caused by <HTTPError 403: Forbidden>)',
    ],
    [
      'LOGIN_REQUIRED',
      '[site] 1: Unable to download JSON metadata: HTTP Error 403: Forbidden; this video is only available for registered users',
    ],
    [
      'SOURCE_BLOCKED',
      '[BiliBili] 1: Unable to download webpage: HTTP Error 412: Precondition Failed (caused by <HTTPError 412: Precondition Failed>)',
    ],
    [
      'SOURCE_RATE_LIMITED',
      '[BilibiliSpaceVideo] 1: Request is blocked by server (412), please wait and try later.',
    ],
    [
      'LOGIN_REQUIRED',
      '[generic] Unable to download webpage: HTTP Error 401: Unauthorized (caused by <HTTPError 401: Unauthorized>)',
    ],
    ['SOURCE_BLOCKED', '[Douyin] 1: Fresh cookies (not necessarily logged in) are needed'],
    [
      'AGE_RESTRICTED',
      '[youtube] a1: Sign in to confirm your age. This video may be inappropriate for some users.',
    ],
    [
      'SOURCE_BLOCKED',
      '[youtube] a1: Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies',
    ],
    [
      'SOURCE_RATE_LIMITED',
      "[youtube] a1: This content isn't available, try again later. Your account has been rate-limited by YouTube for up to an hour.",
    ],
    [
      'SOURCE_RATE_LIMITED',
      '[youtube] a1: Unable to download API page: HTTP Error 429: Too Many Requests',
    ],
    [
      'SOURCE_BLOCKED',
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
    ['LIVE_UPCOMING', '[youtube] a1: Premieres in 3 hours'],
    ['LIVE_UPCOMING', '[youtube] a1: This live event will begin in 5 days.'],
    ['LIVE_UPCOMING', '[youtube] a1: Premiere will begin shortly'],
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
  ];

  it('recognizes the error among warnings', () => {
    const codes = SENTENCES.map(([, sentence]) => [
      ytdlpErrorCode(`WARNING: Private video, log in\nERROR: ${sentence}\n`),
      sentence,
    ]);
    expect(codes).toEqual(SENTENCES);
  });

  const UNRECORDED: [ErrorCode, string][] = [
    [
      'MEDIA_PRIVATE',
      "[tiktok:user] u: This user's account is private. Log into an account that has access",
    ],
    [
      'MEDIA_PRIVATE',
      '[Instagram] 1: This content is only available for registered users who follow this account',
    ],
    [
      'MEDIA_PRIVATE',
      '[vimeo] 1: Because of its privacy settings, this video cannot be played here',
    ],
    ['LOGIN_REQUIRED', '[Instagram] 1: You need to log in to access this content'],
    [
      'LOGIN_REQUIRED',
      '[youtube] a1: Login details are needed to download this content. Use --cookies',
    ],
    ['PAYMENT_REQUIRED', '[BiliBili] 1: This video is for premium members only. Use --cookies'],
    ['PAYMENT_REQUIRED', '[BiliBili] 1: This is a supporter-only video: 充电专属视频'],
    [
      'PAYMENT_REQUIRED',
      '[bilibili:cheese] 1: You need to purchase the course to download this episode',
    ],
    ['LIVE_UPCOMING', '[twitter:broadcast] 1: This live broadcast has not yet started'],
    ['LIVE_UPCOMING', '[twitter:spaces] 1: Twitter Space not started yet'],
    ['LIVE_UPCOMING', '[vimeo:event] 1: This live event is scheduled for 2026-12-01'],
    ['LIVE_UPCOMING', '[bilibili:cheese] 1: This course episode is not yet available.'],
    ['LIVE_STREAM', '[tiktok:live] u: This livestream has ended'],
    ['LIVE_STREAM', '[twitter:spaces] 1: Twitter Space ended and replay is disabled'],
    ['LIVE_STREAM', '[BiliLive] 1: Streamer is not live'],
    [
      'SOURCE_BLOCKED',
      '[youtube] a1: All player responses are invalid. Your IP is likely being blocked by Youtube',
    ],
    [
      'SOURCE_BLOCKED',
      '[youtube] a1: Playback error. YouTube is requiring a captcha challenge before playback',
    ],
    [
      'SOURCE_BLOCKED',
      '[vimeo] 1: Got HTTP Error 429. If you are using a data center IP or VPN/proxy, your IP may be blocked',
    ],
    ['SOURCE_BLOCKED', '[BilibiliSpaceVideo] 1: Request is rejected by server (352)'],
    [
      'SOURCE_RATE_LIMITED',
      '[Instagram] 1: The webpage request was redirected to the login page. You have exceeded the rate-limit for accessing posts anonymously',
    ],
    ['SOURCE_RATE_LIMITED', '[Instagram] 1: Please wait a few minutes before you try again.'],
    [
      'REGION_BLOCKED',
      '[vimeo:event] 1: Vimeo said: not found. Authentication may be needed due to your location.',
    ],
    ['MEDIA_REMOVED', '[twitter] 1: Requested tweet is unavailable'],
    ['MEDIA_REMOVED', '[twitter] 1: Twitter API says: _Missing: No status found with that ID.'],
    ['MEDIA_REMOVED', '[twitter] 1: Suspended'],
    ['MEDIA_REMOVED', '[vimeo:event] 1: This event video is unavailable'],
    ['NO_MEDIA', '[twitter] 1: Media #2 is not a video'],
    ['PAGE_TOO_LARGE', '[generic] MemoryError'],
    ['PAGE_TOO_LARGE', '[generic] maximum recursion depth exceeded'],
    [
      'MEDIA_PRIVATE',
      '[BilibiliFavoritesList] 1: This is a private favorites list. You need to log in as its owner',
    ],
    [
      'REGION_BLOCKED',
      '[BiliBili] 1: This video may be deleted or geo-restricted. You might want to try a VPN or a proxy server (with --proxy)',
    ],
    ['REGION_BLOCKED', '[BiliBiliBangumi] 1: This video is restricted'],
    [
      'REGION_BLOCKED',
      '[generic] Access to this webpage has been blocked by Indian censorship. Use a VPN or proxy server (with --proxy) to route around it.',
    ],
    [
      'REGION_BLOCKED',
      '[generic] Access to this webpage has been blocked by decision of the Russian government. Visit http://blocklist.rkn.gov.ru/ for a block reason.',
    ],
    ['SOURCE_FAILED', '[dailymotion] 1: A network error has occurred. (caused by x)'],
    [
      'MEDIA_REMOVED',
      '[facebook] 1: The video is not available, Facebook said: "The page you requested cannot be displayed right now. It may be temporarily unavailable, the link you clicked on may be broken or expired, or you may not have permission to view this page."',
    ],
    [
      'AGE_RESTRICTED',
      '[Instagram] 1: Restricted Video: You must be 18 years old or over to see this video',
    ],
    ['PAYMENT_REQUIRED', '[Niconico] 1: This video requires premium. Use --cookies'],
    ['LIVE_UPCOMING', "[NiconicoLive] 1: The live hasn't started yet or already ended."],
    ['AGE_RESTRICTED', '[Niconico] 1: Sensitive content setting must be enabled'],
    ['SOURCE_FAILED', '[Niconico] 1: Service temporarily unavailable'],
    ['PAYMENT_REQUIRED', '[Odnoklassniki] 1: This video is paid, subscribe to download it'],
    ['PAYMENT_REQUIRED', '[patreon] 1: You do not have access to this post'],
    ['NO_MEDIA', '[patreon] 1: No supported media found in this post'],
    ['LOGIN_REQUIRED', '[Reddit] 1: Account authentication is required. Use --cookies'],
    [
      'MEDIA_PRIVATE',
      '[Reddit] 1: Private subreddit; an account that has been approved is required. Use --cookies',
    ],
    [
      'LOGIN_REQUIRED',
      '[Reddit] 1: Quarantined subreddit; an account that has opted in is required. Use --cookies',
    ],
    ['SOURCE_BLOCKED', '[Reddit] 1: Your IP address is unable to access the Reddit API'],
    ['SOURCE_FAILED', '[twitter] 1: Error(s) while querying API: Dependency: Internal error'],
    ['SOURCE_BLOCKED', '[twitter] 1: Could not retrieve guest token'],
    [
      'MEDIA_PRIVATE',
      '[vimeo] 1: Cannot download embed-only video without embedding URL. Please call yt-dlp with the URL of the page that embeds this video.',
    ],
    ['MEDIA_PRIVATE', '[vimeo:event] 1: This event has not been made available to anyone'],
    [
      'MEDIA_REMOVED',
      '[vimeo] 1: Vimeo said: Sorry, the video you were looking for could not be found.',
    ],
    ['REGION_BLOCKED', '[youtube] a: Video unavailable. This video is blocked in your country'],
    [
      'AGE_RESTRICTED',
      '[youtube] a: Video unavailable. The following content has been identified by the YouTube community as inappropriate or offensive to some audiences.',
    ],
    [
      'AGE_RESTRICTED',
      '[youtube] a: The following content may contain suicide or self-harm topics. Viewer discretion is advised',
    ],
    ['PAYMENT_REQUIRED', '[youtube] a: This video requires a YouTube Premium subscription'],
    ['LIVE_UPCOMING', '[youtube] a: Offline. Scheduled for January 5'],
    ['LIVE_UPCOMING', '[youtube] a: Waiting for stream to start'],
    ['LIVE_STREAM', '[youtube] a: Live stream offline'],
    [
      'SOURCE_FAILED',
      '[youtube] a: Failed to extract any player response; please report this issue on',
    ],
    [
      'NO_MEDIA',
      '[youtube] a: Only images are available for download. use --list-formats to see them',
    ],
    [
      'MEDIA_REMOVED',
      "[youtube:tab] x: This account has been terminated for a violation of YouTube's Terms of Service.",
    ],
    ['NO_MEDIA', '[youtube:tab] x: This channel does not have a videos tab'],
    [
      'UNSUPPORTED_SITE',
      '[youtube:truncated_id] abc: Incomplete YouTube ID abc. URL https://www.youtube.com/watch?v=abc looks truncated.',
    ],
    [
      'UNSUPPORTED_SITE',
      '[youtube:truncated_url] None: Did you forget to quote the URL? Remember that & is a meta character in most shells, so you want to put the URL in quotes',
    ],
    [
      'SOURCE_FAILED',
      '[x] 1: Got error: 5 bytes read, 100 more expected. Giving up after 2 retries',
    ],
    [
      'REGION_BLOCKED',
      '[mixcloud] 1: Track unavailable in your country due to licensing restrictions',
    ],
    ['REGION_BLOCKED', '[dailymotion] 1: The video is unavailable in your region'],
    ['MEDIA_REMOVED', '[ArchiveOrg] 1: The requested video is not archived or indexed'],
    [
      'PAYMENT_REQUIRED',
      '[soundcloud] 1: This track is only available with a SoundCloud Go+ subscription',
    ],
    ['PAYMENT_REQUIRED', '[Ximalaya] 1: This is a paid track'],
    ['MEDIA_REMOVED', '[BiliBili] 1: 稿件不可见'],
    ['REGION_BLOCKED', '[BiliIntl] 1: Sorry! This area restricted video'],
  ];

  it('recognizes the messages of other extractors', () => {
    const codes = UNRECORDED.map(([, sentence]) => [
      ytdlpErrorCode(`ERROR: ${sentence}\n`),
      sentence,
    ]);
    expect(codes).toEqual(UNRECORDED);
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
  ])('does not mistake words in the URL for an error (%s: %s)', (code, stderr) => {
    expect(ytdlpErrorCode(stderr)).toBe(code);
  });

  it.each([
    ['', 'EXTRACT_FAILED'],
    ['Traceback (most recent call last):\n  File "x"\nKeyError: 1', 'EXTRACT_FAILED'],
    ['urllib.error: Connection reset by peer', 'SOURCE_FAILED'],
    ['Traceback (most recent call last):\nMemoryError\n', 'PAGE_TOO_LARGE'],
    ['\nended by SIGKILL', 'PAGE_TOO_LARGE'],
    ['\nended by SIGSEGV', 'EXTRACT_FAILED'],
    ['ERROR: \n', 'PAGE_TOO_LARGE'],
  ])('maps %j to %s', (stderr, code) => {
    expect(ytdlpErrorCode(stderr)).toBe(code);
  });
});
