import cards from '../content/en/posts.json';
import { changeDates } from './change-dates.js';

it('has the dates of posts, of the blog, and of texts that state one', async () => {
  const days = await changeDates();
  for (const { id, date } of cards) {
    expect(days.get(`/blog/${id}`)).toBe(date);
  }
  expect(days.get('/blog')).toBe(cards[0]?.date);
  for (const path of ['/privacy-policy', '/terms-of-service', '/dmca-policy', '/cookie-settings']) {
    expect(days.get(path)).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  expect(days.has('/')).toBe(false);
  expect(days.has('/youtube-downloader')).toBe(false);
});
