import { isRetryable, playerError, type PlayerError, type PlayerFailure } from './player-error.js';

const video = (src: string, cause?: PlayerFailure['cause']): PlayerFailure => ({
  src,
  isAudio: false,
  ...(cause !== undefined && { cause }),
});
const audio = (src: string): PlayerFailure => ({ src, isAudio: true });

describe('playerError', () => {
  it.each<[PlayerFailure, PlayerError, boolean]>([
    [video('/api/proxied_download?url=https%3A%2F%2Fa'), 'proxy_expired', true],
    [audio('/api/proxied_download?url=https%3A%2F%2Fa'), 'proxy_expired', true],
    [video('/api/tiktok_proxy?url=x'), 'proxy_expired', true],
    [video('https://a.example/m.m3u8?token=1', 'network'), 'proxy_expired', true],
    [video('https://a.example/m.m3u8?x=1&session_id=1'), 'proxy_expired', true],
    [video('https://a.example/m.m3u8?mytoken=1'), 'codec', false],
    [audio('/api/download/file/t'), 'network', true],
    [video('/api/download/file/t'), 'codec', false],
    [video('https://a.example/m.m3u8', 'network'), 'network', true],
    // The source refuses access, which is not a failure of the network.
    [video('https://a.example/m.m3u8', 'refused'), 'refused', true],
    [video('https://a.example/m.m3u8', 'unsupported'), 'codec', false],
    [{ ...video('/api/download/file/t'), damaged: true }, 'damaged', false],
    [{ ...audio('/api/download/file/t'), damaged: true }, 'damaged', false],
    [video(''), 'unknown', false],
  ])('classifies %j as %s', (failure, error, retryable) => {
    expect(playerError(failure)).toBe(error);
    expect(isRetryable(error)).toBe(retryable);
  });
});
