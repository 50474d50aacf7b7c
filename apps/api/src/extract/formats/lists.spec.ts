/**
 * The reviewed lists of all recorded pages. test/fixtures/lists has one file for each sample in
 * test/fixtures/ytdlp, with a line for each row, and the reviewer's reasons after "#".
 *
 * When a change moves a row, this test fails and shows both lists side by side ("-" is the reviewed
 * list, "+" is the new one). Read the new list as a visitor who wants a file that opens and knows
 * nothing about codecs:
 * - Is the recommended row the one you would give to a friend? Is its reason literally true?
 * - Can you tell any two rows apart by label, size or language? Is there a row that nobody wants?
 * - Is something missing that only this page had: a larger video, a smaller file, audio alone, MP4?
 * - Does yt-dlp's own order (`yt-dlp -F`: the last is the best) differ, and do you know why?
 *
 * If the new list is better, write its lines into the file by hand, with the reason if it isn't
 * obvious. If it is not better, the code is wrong. There is no switch that rewrites the files.
 */
import { formatLabel, formatSchema, LABEL_WORDS, type LabelWords } from '@dipper/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '../../infra/errors/domain-error.js';
import { listRows, listText } from '../testing/list-text.js';
import { addressed, recordedInfo, RECORDINGS } from '../testing/recorded-page.js';
import type { SourceInfo } from '../source-info.js';

const LISTS = join(RECORDINGS, '../lists');
const SAMPLES = readdirSync(RECORDINGS)
  .filter((file) => file.endsWith('.json') && file !== 'errors.json')
  .map((file) => file.replace('.json', ''));

/**
 * Recordings that were trimmed by the project they come from. Their URLs are restored, because
 * without them there would be nothing to offer.
 */
const TRIMMED: Readonly<Record<string, () => SourceInfo>> = {
  'youtube-5-hdr': () => addressed('youtube-5-hdr'),
};

const infoOf = (sample: string): SourceInfo => TRIMMED[sample]?.() ?? recordedInfo(sample);

function listed(sample: string): string[] {
  try {
    return listText(infoOf(sample));
  } catch (error) {
    if (error instanceof DomainError) {
      return [`refused: ${error.code}`];
    }
    throw error;
  }
}

function reviewed(sample: string): string[] {
  return readFileSync(join(LISTS, `${sample}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

it.each(SAMPLES)('lists the rows of %s as reviewed', (sample) => {
  expect(listed(sample)).toEqual(reviewed(sample));
});

const WORDLESS: LabelWords = { audio: '', video: '', silent: '', watermark: '' };

/** The samples with rows. A refused page has none. */
const LISTED = SAMPLES.filter((sample) => !reviewed(sample)[0]?.startsWith('refused'));

it.each(LISTED)('%s: the reply contains everything that its labels consist of', (sample) => {
  for (const row of listRows(infoOf(sample))) {
    const { label, ...wire } = formatSchema.parse(JSON.parse(JSON.stringify(row)));
    expect(formatLabel(wire)).toBe(label);
    // Only the words are English. Everything else must be the same in any language.
    const words = Object.values(LABEL_WORDS).reduce((rest, word) => rest.replace(word, ''), label);
    expect(formatLabel(wire, WORDLESS).replace(/[ (),]/g, '')).toBe(words.replace(/[ (),]/g, ''));
  }
});

it('each reviewed list has a recorded page', () => {
  const lists = readdirSync(LISTS).map((file) => file.replace('.txt', ''));
  expect(lists.sort()).toEqual([...SAMPLES].sort());
});
