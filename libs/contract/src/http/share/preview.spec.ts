import { previewPath, previewQuerySchema } from './preview.js';

describe('previewQuerySchema', () => {
  it.each([
    [{ filesize: '12' }, { filesize: 12 }],
    [
      { filesize: 'abc', bitrate: '1.5' },
      { filesize: undefined, bitrate: 1.5 },
    ],
    [{ source_url: 'javascript:alert(1)' }, { source_url: undefined }],
    [{ thumbnail_url: 'https://i.example/a.jpg' }, { thumbnail_url: 'https://i.example/a.jpg' }],
    [{ filesize: '-3' }, { filesize: undefined }],
  ])('parses %j', (query, expected) => {
    expect(previewQuerySchema.parse(query)).toMatchObject(expected);
  });
});

describe('previewPath', () => {
  it('encodes values and omits empty ones', () => {
    expect(
      previewPath({ url: 'https://a.example/?b=1&c', title: 'é & ü', filename: '', x: null }),
    ).toBe('/preview?url=https%3A%2F%2Fa.example%2F%3Fb%3D1%26c&title=%C3%A9%20%26%20%C3%BC');
  });
});
