import type { HistoryItem } from '@dipper/contract';

/** A completed video whose file is gone. Override only what a test is about. */
export function historyItem(overrides: Partial<HistoryItem> = {}): HistoryItem {
  return {
    id: 'i1',
    title: 'A dipper under water',
    url: 'https://www.youtube.com/watch?v=dipper00001',
    platform: 'youtube',
    format: 'video',
    quality: '720p',
    file_size: 6_710_886,
    duration: 201,
    download_time: '2026-11-22T23:30:00.000Z',
    status: 'completed',
    ...{ thumbnail_url: null, thumbnail_grant: null, file_url: null, expires_in_seconds: null },
    ...overrides,
  };
}
