import { readFileSync } from 'node:fs';
import { listInLink } from './list-in-link.js';
import { canonicalPageUrl } from '../platforms/page-url.js';

const samples = (
  JSON.parse(readFileSync('test/fixtures/urls.json', 'utf8')) as { url: string }[]
).map(({ url }) => url);
const WATCH = 'https://www.youtube.com/watch?v=jNQXAC9IVRw';
const LIST = 'https://www.youtube.com/playlist?list=PLMYEtVRpaqY00';
const APPLE = 'https://podcasts.apple.com/us/podcast/a/id1531349107';

describe('listInLink', () => {
  it.each([
    [`${WATCH}&list=PLMYEtVRpaqY00&index=3`, LIST],
    ['https://youtu.be/jNQXAC9IVRw?list=PLMYEtVRpaqY00', LIST],
    ['https://m.youtube.com/watch?list=PLMYEtVRpaqY00&v=jNQXAC9IVRw', LIST],
    ['https://yewtu.be/watch?v=jNQXAC9IVRw&list=PLMYEtVRpaqY00', LIST],
    [
      'https://music.youtube.com/watch?v=jNQXAC9IVRw&list=OLAK5uy_abc',
      'https://music.youtube.com/playlist?list=OLAK5uy_abc',
    ],
    [`${WATCH}&list=RDCLAK5uy_abc`, 'https://www.youtube.com/playlist?list=RDCLAK5uy_abc'],
    [`${WATCH}&list=RDjNQXAC9IVRw&start_radio=1`, null],
    [`${WATCH}&list=RDMM`, null],
    [`${WATCH}&list=WL`, null],
    [`${WATCH}&list=LL`, null],
    [`${WATCH}&list=TLGGabc`, null],
    [`${WATCH}&list=`, null],
    [`${WATCH}&list=PL1%22%3E%3Cscript%3E`, null],
    [`${WATCH}&list=${'P'.repeat(200)}`, null],
    [LIST, null],
    [WATCH, null],
    ['https://soundcloud.com/a/b?in=c/sets/d&si=x', 'https://soundcloud.com/c/sets/d'],
    ['https://soundcloud.com/a/b?in=../../x', null],
    ['https://soundcloud.com/a/b?in=c/sets/d/s-abc', 'https://soundcloud.com/c/sets/d/s-abc'],
    [`${APPLE}?i=1000748574256`, APPLE],
    [APPLE, null],
    ['https://player.fm/series/net-rocks/clean-architecture', 'https://player.fm/series/net-rocks'],
    ['https://player.fm/series/net-rocks', null],
    [
      'https://castbox.fm/episode/A-title-id1234-id5678?country=de',
      'https://castbox.fm/channel/id1234',
    ],
    ['https://castbox.fm/ep/5678', null],
    [
      'https://www.bilibili.com/video/BV1bK411W797?p=3',
      'https://www.bilibili.com/video/BV1bK411W797',
    ],
    ['https://www.bilibili.com/video/BV1bK411W797?p=1', null],
    ['https://x.com/a/status/1/video/2', 'https://x.com/a/status/1'],
    ['https://vxtwitter.com/a/status/1/video/2', 'https://x.com/a/status/1'],
    ['https://x.com/a/status/1/video/1', null],
    [
      'https://www.instagram.com/p/CxYz123AbC/?img_index=2&igsh=x',
      'https://www.instagram.com/p/CxYz123AbC/',
    ],
    ['https://vimeo.com/showcase/3253534/video/119195465', 'https://vimeo.com/showcase/3253534'],
    ['https://a.example/article#item=2', 'https://a.example/article'],
    ['https://a.example/article#item=0', null],
    ['https://a.example/article#comments', null],
    ['https://evil.example/?list=PLMYEtVRpaqY00', null],
    ['no link', null],
  ])('of %s returns %s', (link, list) => {
    expect(listInLink(link)).toBe(list);
  });

  it('finds no other list in the URL of a list', () => {
    const lists = samples.map(listInLink).filter((list) => list !== null);
    expect(lists.length).toBeGreaterThan(4);
    expect(lists.map(listInLink)).toEqual(lists.map(() => null));
    expect(lists.map(canonicalPageUrl)).toEqual(lists);
  });
});
