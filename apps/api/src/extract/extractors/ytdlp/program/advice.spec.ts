import { adviceOn } from './advice.js';

const CURRENT = {
  version: '2026.08.19',
  hasJsRuntime: true,
  hasSolverScripts: true,
  isGiven: false,
  interpreter: '/usr/bin/python3',
};

describe('adviceOn', () => {
  it.each([
    ['a complete installation', {}, []],
    ['a missing runtime', { hasJsRuntime: false }, [/no JavaScript runtime.*install Deno 2\.3/]],
    [
      'a missing runtime and missing scripts',
      { hasJsRuntime: false, hasSolverScripts: false },
      [/Deno/],
    ],
    ['missing scripts', { hasSolverScripts: false }, [/2026\.08\.19.*yt-dlp-ejs.*update:yt-dlp$/]],
    [
      'missing scripts of the operator’s own yt-dlp',
      { hasSolverScripts: false, isGiven: true },
      [/run: \/usr\/bin\/python3 -m pip install -U "yt-dlp\[default\]"$/],
    ],
    ['unknown scripts', { hasSolverScripts: null }, []],
    [
      'an old version that needs neither',
      { version: '2025.04.30', hasJsRuntime: false },
      [/older/],
    ],
    [
      'an old version that needs both',
      { version: '2026.01.29', hasSolverScripts: false },
      [/older than 2026\.07\.04/, /yt-dlp-ejs/],
    ],
  ])('gives advice on %s', (_, difference, expected) => {
    const advice = adviceOn({ ...CURRENT, ...difference });
    expect(advice).toEqual(expected.map((it) => expect.stringMatching(it) as string));
  });
});
