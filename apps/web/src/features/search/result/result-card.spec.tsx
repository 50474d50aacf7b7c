import type { Format, Reason } from '@dipper/contract';
import { reasonSchema } from '@dipper/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { format, videoInfo } from '../../../testing/fixtures.js';
import { renderAt } from '../../../testing/render-at.js';
import { ResultCard } from './result-card.js';

const show = (...formats: Format[]) =>
  renderAt(
    '/',
    <ResultCard
      link="https://vimeo.com/1"
      info={videoInfo({ formats })}
      isNew={false}
      asksSizes={false}
      onClear={() => undefined}
    />,
  );
const row = (name: RegExp) => screen.getByRole('link', { name });
const other = (changes: Partial<Format>) =>
  format({ recommended: false, format_id: changes.label ?? 'other', ...changes });

describe('a row', () => {
  it.each<[Partial<Format>, string]>([
    [{}, 'Plays everywhere · H.264 · AAC'],
    [{ vcodec: 'hvc1.2.4.L150' }, 'Plays on iPhone · HEVC · AAC'],
    [{ vcodec: 'hvc1.2.4.L150', hdr: true }, 'Plays on iPhone · For HDR screens · HEVC · AAC'],
    [{ ext: 'webm', vcodec: 'vp9', acodec: 'opus' }, 'May not play on iPhone · VP9 · Opus'],
    [{ kind: 'merge', audio_format_id: 'a', task_id: 't' }, 'Plays everywhere · H.264 · AAC'],
  ])('says where it plays: %j', (changes, facts) => {
    show(format({ quality: 'Best' }), other({ quality: 'Row', ...changes }));
    expect(row(/^Row/)).toHaveTextContent(`${facts}50.0 MB`);
    expect(screen.queryByText('No sound')).not.toBeInTheDocument();
  });

  it('says nothing that nobody knows', () => {
    show(format({ quality: 'Best' }), other({ quality: 'Row', vcodec: null, acodec: null }));
    expect(row(/^Row/)).toHaveTextContent('Row MP450.0 MB');
  });
});

describe('a list in which a row can be played', () => {
  it('keeps that place free in the others, unseen', () => {
    show(format({ kind: 'hls', quality: 'Best' }), other({ quality: 'Row' }));
    expect(screen.getAllByRole('link', { name: /^Play / })).toHaveLength(1);
    const [seen, unseen, ...more] = screen.getAllByText('Play');
    expect(more).toEqual([]);
    expect(seen?.closest('[aria-hidden]')).toBeNull();
    expect(unseen?.closest('[aria-hidden]')).toHaveClass('invisible');
  });

  it('is the only one that does', () => {
    show(format({ quality: 'Best' }), other({ quality: 'Row' }));
    expect(screen.queryByText('Play')).not.toBeInTheDocument();
  });
});

describe('the marked button', () => {
  it.each(reasonSchema.options)('has words for %s', (reason: Reason) => {
    show(format({ reason }), other({ quality: 'Row' }));
    const [words = ''] = /Recommended · [A-Z][^·]*/.exec(row(/^Get 720p/).textContent) ?? [];
    expect(words.split(' ').length).toBeGreaterThan(3);
    expect(words).not.toContain('_');
  });

  it('does without a reason, as rows of older days have none', () => {
    show(format(), other({ quality: 'Row' }));
    expect(row(/^Get 720p/)).toHaveTextContent(/^Get 720p MP4 Recommended/);
  });

  it('says that there is no sound', () => {
    show(format({ has_audio: false }), other({ quality: 'Row' }));
    expect(row(/^Get 720p/)).toHaveTextContent('No sound');
  });
});

describe('sizes', () => {
  const unknown = { filesize: null };
  it.each([
    ['none is known', [unknown, unknown], 'The source does not say the size.'],
    ['some are known', [{}, unknown, unknown], 'Where no size is shown, the source does not say.'],
    ['the only one is not', [unknown], 'The source does not say the size.'],
  ])('are missed once where %s', (_, changes, sentence) => {
    show(
      ...changes.map((change, at) =>
        format({ format_id: `${at}`, recommended: at === 0, ...change }),
      ),
    );
    expect(screen.getAllByText(/source does not say/)).toHaveLength(1);
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.queryByText(/unknown/i)).not.toBeInTheDocument();
  });

  it('are not spoken of where all are known', () => {
    show(format(), other({}));
    expect(screen.queryByText(/source does not say/)).not.toBeInTheDocument();
  });
});

describe('other languages', () => {
  const dubs = [
    other({ language: 'es', format_id: 'v-es' }),
    other({ language: 'es', ext: 'm4a', format_id: 'a-es', is_audio_only: true }),
    other({ language: 'en', voice: 'description', format_id: 'v-ad' }),
    other({ language: 'hi', voice: 'machine', format_id: 'v-hi' }),
  ];

  it('wait behind the original, folded, each with its picture and its sound', async () => {
    show(format({ quality: 'Best' }), other({ quality: 'Row' }), ...dubs);
    const user = userEvent.setup();
    await user.click(screen.getByRole('tab', { name: 'All 6' }));
    const summary = screen.getByText('Other languages (3)');
    const details = summary.closest('details');
    expect(details).not.toHaveAttribute('open');
    await user.click(summary);
    expect(details).toHaveAttribute('open');
    const names = within(details as HTMLElement)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('.font-semibold')?.textContent);
    expect(names).toEqual(['Spanish', 'Hindi', 'English']);
    expect(screen.getByRole('link', { name: /^Spanish: 720p MP4/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^Spanish: Audio M4A/ })).toBeVisible();
    expect(screen.getByText('Machine-made voice')).toBeVisible();
    expect(screen.getByText('Audio description')).toBeVisible();
    expect(screen.getAllByRole('heading', { name: 'Video' })).toHaveLength(1);
  });

  it('are not spoken of where there are none', () => {
    show(format(), other({ quality: 'Row' }));
    expect(screen.queryByText(/Other languages/)).not.toBeInTheDocument();
  });
});
