import { readOembed } from './read-oembed.js';

const reply = (fields: object): object => ({ type: 'video', version: '1.0', ...fields });

describe('readOembed', () => {
  it.each<[what: string, body: unknown, hint: object | null]>([
    [
      'a video',
      reply({ title: 'A clip', author_name: 'Who', thumbnail_url: 'https://i.example/1 2.jpg' }),
      { title: 'A clip', uploader: 'Who', thumbnailUrl: 'https://i.example/1%202.jpg' },
    ],
    [
      'a post, which has no title',
      reply({ author_name: 'Who', html: '<blockquote>' }),
      { title: null, uploader: 'Who', thumbnailUrl: null },
    ],
    [
      'a script in place of an image',
      reply({ title: 'T', thumbnail_url: 'javascript:alert(1)' }),
      { title: 'T', uploader: null, thumbnailUrl: null },
    ],
    [
      'a data URL in place of an image',
      reply({ thumbnail_url: 'data:image/svg+xml,<svg onload=alert(1)>' }),
      null,
    ],
    [
      'fields of other types',
      reply({ title: 7, author_name: ['x'], thumbnail_url: {}, uploader: 'x' }),
      null,
    ],
    [
      'one valid field among invalid ones',
      reply({ title: 'T', author_name: {} }),
      { title: 'T', uploader: null, thumbnailUrl: null },
    ],
    [
      'lone surrogates, control characters, and reversed text',
      reply({ title: 'a\ud800b\u0000\u202ec\n d', author_name: '\udfff' }),
      { title: 'a b c d', uploader: null, thumbnailUrl: null },
    ],
    ['an empty object', reply({}), null],
    ['an empty title', reply({ title: ' \n ' }), null],
    ['the value null', null, null],
    ['a list', [{ title: 'T' }], null],
    ['a text', 'T', null],
  ])('parses %s', (_, body, hint) => {
    expect(readOembed(body)).toEqual(hint);
  });

  it('truncates long titles at a character boundary', () => {
    expect([...(readOembed(reply({ title: '🐦'.repeat(1000) }))?.title ?? '')]).toHaveLength(300);
  });
});
