import type {
  DomainConfig,
  Format,
  ListEntry,
  ListInfo,
  PlatformState,
  PlatformStatus,
  ServiceStatus,
  VideoInfo,
} from '@dipper/contract';

/** A valid domain configuration. Override only what a test is about. */
export function siteConfig(overrides: Partial<DomainConfig> = {}): DomainConfig {
  return {
    domain: 'dipper.example',
    branding: {
      name: 'Dipper',
      slogan: 'Slogan of the domain',
      tagline: 'Free video and audio downloader',
      logo: { icon: '', type: 'image' },
      illustration: 'dipper',
      font: 'young-serif',
      colors: {
        primary: '#0f6a66',
        secondary: '#12343b',
        accent: '#e8743b',
        background: '#f7f5f0',
        surface: '#ffffff',
        text: '#142126',
      },
      targetAudience: 'comprehensive',
    },
    analytics: {
      trackingEnabled: false,
      googleAnalyticsId: '',
      adsenseClientId: '',
      adSlots: { leaderboard: '', responsive: '' },
    },
    consent: { provider: 'builtin', script: '' },
    contact: { email: 'help@dipper.example', socialMedia: {} },
    seo: {
      title: 'Dipper title',
      description: 'About it',
      keywords: [],
      canonicalUrl: '',
      aliasMode: 'render',
      pages: {},
    },
    translations: {},
    supportedPlatforms: [],
    features: {
      multiDomainSupport: false,
      darkMode: true,
      debugMode: false,
      consentFeature: false,
      offlineMode: false,
    },
    api: {
      baseUrl: '',
      endpoints: {
        download: '/api/download-video',
        preview: '/api/preview',
        imageProxy: '/api/image-proxy',
      },
    },
    legal: {
      ...{ operator: '', address: '', law: '', hosting: '', mailProvider: '' },
      dmcaAgent: {
        ...{ name: '', organization: '', address: '', phone: '', email: '' },
        registrationNumber: '',
      },
    },
    authentication_enabled: false,
    accounts: { dailyDownloads: 50, paidPlans: false },
    ...overrides,
  };
}

/** A plain 720p file with audio. */
export function format(overrides: Partial<Format> = {}): Format {
  return {
    format_id: 'f720',
    kind: 'direct',
    url: 'https://cdn.example/720.mp4',
    // The server's label is in English. Pages build their own from the other fields.
    label: 'Server label',
    ext: 'mp4',
    resolution: '1280x720',
    quality: '720p',
    is_audio_only: false,
    has_audio: true,
    tbr: 1500,
    abr: null,
    vbr: null,
    bitrate: null,
    fps: 30,
    hdr: false,
    watermarked: false,
    vcodec: 'avc1.64001f',
    acodec: 'mp4a.40.2',
    filesize: 50 * 1024 * 1024,
    filesize_approx: false,
    recommended: true,
    reason: null,
    language: null,
    voice: null,
    offer_id: 'offer720',
    filename: 'vimeo_clip_1280x720.mp4',
    ...overrides,
  };
}

/** A result with one format. */
export function videoInfo(overrides: Partial<VideoInfo> = {}): VideoInfo {
  return {
    title: 'A clip',
    platform: 'Vimeo',
    webpage_url: 'https://vimeo.com/1',
    thumbnail_url: 'https://i.example/1.jpg',
    thumbnail_grant: 'granted',
    uploader: 'Somebody',
    description: 'What it is about',
    duration: 754,
    is_podcast: false,
    series: null,
    season_number: null,
    episode_number: null,
    chapters: [],
    subtitles: [],
    picture_url: null,
    picture_grant: null,
    list: null,
    formats: [format()],
    ...overrides,
  };
}

/** Creates the list entry with this number. */
export function listEntry(number: number, overrides: Partial<ListEntry> = {}): ListEntry {
  return {
    id: `e${number}`,
    url: `https://vimeo.com/${number}`,
    title: `Part ${number}`,
    thumbnail_url: `https://i.example/${number}.jpg`,
    thumbnail_grant: `granted ${number}`,
    uploader: 'Somebody',
    duration: 60 + number,
    kind: 'media',
    picture_grant: null,
    ...overrides,
  };
}

/** @param count the number of entries */
export function listInfo(overrides: Partial<ListInfo> = {}, count = 3): ListInfo {
  return {
    kind: 'list',
    task_id: 'listListListListListList',
    title: 'A showcase',
    platform: 'Vimeo',
    webpage_url: 'https://vimeo.com/showcase/1',
    thumbnail_url: null,
    thumbnail_grant: null,
    uploader: 'Somebody',
    total: null,
    is_audio: false,
    entries: Array.from({ length: count }, (_, at) => listEntry(at + 1)),
    ...overrides,
  };
}

/** A status with one platform in each state. */
export function serviceStatus(overrides: Partial<ServiceStatus> = {}): ServiceStatus {
  const platform = (id: string, name: string, state: PlatformState): PlatformStatus => ({
    ...{ id, name, state, is_longer: false },
    failing_since: state === 'failing' ? '2026-11-23T14:10:00.000Z' : null,
  });
  return {
    platforms: [
      platform('youtube', 'YouTube', 'failing'),
      platform('tiktok', 'TikTok', 'unsteady'),
      platform('vimeo', 'Vimeo', 'working'),
      platform('bilibili', 'Bilibili', 'unknown'),
    ],
    waiting: 3,
    checked_at: '2026-11-23T16:32:00.000Z',
    ...overrides,
  };
}
