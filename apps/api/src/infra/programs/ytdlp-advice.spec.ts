import { adviceOn } from './ytdlp-advice.js';

const CURRENT = {
  version: '2026.08.19',
  hasJsRuntime: true,
  hasSolverScripts: true,
  isGiven: false,
  interpreter: '/usr/bin/python3',
};

describe('adviceOn', () => {
  it.each([
    ['a whole one', {}, []],
    ['no runtime', { hasJsRuntime: false }, [/no JavaScript runtime.*install Deno 2\.3/]],
    ['no runtime and no scripts', { hasJsRuntime: false, hasSolverScripts: false }, [/Deno/]],
    ['no scripts', { hasSolverScripts: false }, [/2026\.08\.19.*yt-dlp-ejs.*update:yt-dlp$/]],
    [
      'no scripts, in the operator’s own',
      { hasSolverScripts: false, isGiven: true },
      [/run: \/usr\/bin\/python3 -m pip install -U "yt-dlp\[default\]"$/],
    ],
    ['scripts unknown', { hasSolverScripts: null }, []],
    ['an old one, which wants neither', { version: '2025.04.30', hasJsRuntime: false }, [/older/]],
    [
      'one that is old, and wants both',
      { version: '2026.01.29', hasSolverScripts: false },
      [/older than 2026\.07\.04/, /yt-dlp-ejs/],
    ],
  ])('%s', (_, difference, expected) => {
    const advice = adviceOn({ ...CURRENT, ...difference });
    expect(advice).toEqual(expected.map((it) => expect.stringMatching(it) as string));
  });
});
