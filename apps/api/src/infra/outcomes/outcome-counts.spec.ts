import { type ErrorCode, ERRORS } from '@dipper/contract';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { OutcomeCounts } from './outcome-counts.js';
import { outcomeOf } from './outcome.js';

const YOUTUBE = 'https://www.youtube.com/watch?v=';
const VIMEO = 'https://vimeo.com/';

const query = jest.fn<Promise<void>, [sql: string, values: unknown]>();
let counts: OutcomeCounts;
/** The sites, successes and failures that were stored last. */
const stored = async (): Promise<unknown> => {
  await counts.store();
  return query.mock.calls.at(-1)?.[1];
};

beforeEach(() => {
  query.mockReset();
  query.mockResolvedValue();
  counts = new OutcomeCounts({ query } as unknown as DataSource);
});

describe('outcomeOf', () => {
  it('counts only errors of the platform against it', () => {
    const codes = Object.keys(ERRORS) as ErrorCode[];
    expect(codes.filter((code) => outcomeOf(code) === 'failed').sort()).toEqual([
      ...['EXTRACT_FAILED', 'NOT_MEDIA', 'SOURCE_BLOCKED', 'SOURCE_FAILED', 'SOURCE_INCOMPLETE'],
      ...['SOURCE_RATE_LIMITED', 'SOURCE_REFUSED', 'SOURCE_TIMEOUT'],
    ]);
    expect(outcomeOf('MEDIA_PRIVATE')).toBeNull();
    expect(outcomeOf(null)).toBe('worked');
  });
});

describe('OutcomeCounts', () => {
  it('adds up the outcomes of each platform, and stores them once', async () => {
    counts.note(`${YOUTUBE}1`, null, ['a']);
    counts.note(`${YOUTUBE}2`, 'SOURCE_BLOCKED', ['a']);
    counts.note(`${YOUTUBE}3`, 'SOURCE_TIMEOUT', ['b']);
    counts.note(`${VIMEO}1`, null, ['a']);
    expect(await stored()).toEqual([
      ['youtube', 'vimeo'],
      [1, 1],
      [2, 0],
    ]);
    await counts.store();
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('ignores private items, unknown sites, and a link that was tried before', async () => {
    counts.note(`${YOUTUBE}1`, 'MEDIA_PRIVATE', ['a']);
    counts.note('https://blog.example/post', 'EXTRACT_FAILED', ['a']);
    await counts.store();
    expect(query).not.toHaveBeenCalled();
    for (let tries = 0; tries < 5; tries += 1) {
      counts.note(`${YOUTUBE}1`, 'EXTRACT_FAILED', [`visitor ${tries}`]);
    }
    counts.note(`${YOUTUBE}1`, null, ['a']);
    expect(await stored()).toEqual([['youtube'], [1], [1]]);
  });

  it('counts one failure per visitor and site, however many links fail', async () => {
    for (let link = 0; link < 20; link += 1) {
      counts.note(`${YOUTUBE}${link}`, 'EXTRACT_FAILED', ['a']);
      counts.note(`${VIMEO}${link}`, 'EXTRACT_FAILED', ['a']);
      counts.note(`${YOUTUBE}${link}`, null, ['a']);
    }
    counts.note(`${YOUTUBE}99`, 'EXTRACT_FAILED', ['a', 'b']);
    counts.note(`${YOUTUBE}100`, 'EXTRACT_FAILED', ['b']);
    expect(await stored()).toEqual([
      ['youtube', 'vimeo'],
      [20, 0],
      [2, 1],
    ]);
  });

  it('keeps the counts while the database is down, including new ones', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    counts.note(`${VIMEO}1`, null, ['a']);
    query.mockImplementationOnce(() => {
      counts.note(`${VIMEO}2`, 'SOURCE_FAILED', ['a']);
      return Promise.reject(new Error('away'));
    });
    await counts.store();
    expect(await stored()).toEqual([['vimeo'], [1], [1]]);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });
});
