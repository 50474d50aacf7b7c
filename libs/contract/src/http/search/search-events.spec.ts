import { searchEventSchema } from './search-events.js';

const HINT = { type: 'hint', platform: 'Vimeo', title: null, thumbnail_url: null, uploader: null };

describe('searchEventSchema', () => {
  it.each([
    { type: 'waiting', place: 1, seconds: 1 },
    { type: 'reading' },
    HINT,
    { ...HINT, title: 'T', thumbnail_url: 'https://i.example/1.jpg', uploader: 'Who' },
    { type: 'sizes', sizes: [{ at: 0, filesize: 1, filesize_approx: false }] },
    { type: 'error', error: 'Busy.', code: 'BUSY', retry_after: 7 },
    { type: 'error', error: 'Busy.', code: 'BUSY', values: { seconds: 7 }, retry_after: 7 },
    { type: 'error', error: 'Private.', code: 'MEDIA_PRIVATE', retry_after: null },
  ])('accepts %j', (event) => {
    expect(searchEventSchema.safeParse(event)).toMatchObject({ success: true, data: event });
  });

  it.each([
    null,
    [],
    {},
    { type: 'mood' },
    { type: 'waiting', place: 0, seconds: 1 },
    { type: 'waiting', place: 1.5, seconds: 1 },
    { type: 'waiting', place: 1 },
    { ...HINT, title: 7 },
    { type: 'result', info: {} },
    { type: 'sizes', sizes: [{ at: -1, filesize: 1, filesize_approx: false }] },
    { type: 'sizes', sizes: [{ at: 0, filesize: 0, filesize_approx: false }] },
    { type: 'error', error: 'Busy.', code: 'BUSY' },
    { type: 'error', error: 'Busy.', code: 'BUSY', values: { seconds: '7' }, retry_after: 7 },
  ])('rejects %j', (event) => {
    expect(searchEventSchema.safeParse(event).success).toBe(false);
  });
});
