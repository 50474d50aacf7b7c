import { API, type SearchRequest, type VideoInfo, videoInfoSchema } from '@dipper/contract';
import { callApi } from '../../lib/api-client.js';
import { fingerprint } from './fingerprint.js';

/** POST /api/download-video. @throws ApiFailure */
export function searchVideo(text: string, signal: AbortSignal): Promise<VideoInfo> {
  const request: SearchRequest = {
    tweet_url: text,
    browser_fingerprint: fingerprint(new Date()),
    user_consent: false,
  };
  return callApi(API.search, videoInfoSchema, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  });
}
