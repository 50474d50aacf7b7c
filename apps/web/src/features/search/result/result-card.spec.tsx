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

describe('a format row', () => {
  it.each<[Partial<Format>, string]>([
    [{}, 'Plays everywhere · H.264 · AAC'],
    [{ vcodec: 'hvc1.2.4.L150' }, 'Plays on iPhone · HEVC · AAC'],
    [{ vcodec: 'hvc1.2.4.L150', hdr: true }, 'Plays on iPhone · For HDR screens · HEVC · AAC'],
    [{ ext: 'webm', vcodec: 'vp9', acodec: 'opus' }, 'May not play on iPhone · VP9 · Opus'],
    [{ kind: 'merge', audio_format_id: 'a', task_id: 't' }, 'Plays everywhere · H.264 · AAC'],
  ])('shows where %j plays', (changes, facts) => {
    show(format({ quality: 'Best' }), other({ quality: 'Row', ...changes }));
    expect(row(/^Row/)).toHaveTextContent(`${facts}50.0 MB`);
    expect(screen.queryByText('No audio')).not.toBeInTheDocument();
  });

  it('shows nothing about unknown codecs', () => {
    show(format({ quality: 'Best' }), other({ quality: 'Row', vcodec: null, acodec: null }));
    expect(row(/^Row/)).toHaveTextContent('Row MP450.0 MB');
  });
});

describe('a list with a playable row', () => {
  it('aligns the other rows with an invisible placeholder', () => {
    show(format({ kind: 'hls', quality: 'Best' }), other({ quality: 'Row' }));
    expect(screen.getAllByRole('link', { name: /^Play / })).toHaveLength(1);
    const [seen, unseen, ...more] = screen.getAllByText('Play');
    expect(more).toEqual([]);
    expect(seen?.closest('[aria-hidden]')).toBeNull();
    expect(unseen?.closest('[aria-hidden]')).toHaveClass('invisible');
  });

  it('needs no placeholder if there is no playable row', () => {
    show(format({ quality: 'Best' }), other({ quality: 'Row' }));
    expect(screen.queryByText('Play')).not.toBeInTheDocument();
  });
});

describe('the recommended button', () => {
  it.each(reasonSchema.options)('explains the reason %s', (reason: Reason) => {
    show(format({ reason }), other({ quality: 'Row' }));
    const [words = ''] = /Recommended · [A-Z][^·]*/.exec(row(/^Download 720p/).textContent) ?? [];
    expect(words.split(' ').length).toBeGreaterThan(3);
    expect(words).not.toContain('_');
  });

  it('does not call it the only format if others can be made from it', () => {
    const sound = other({ quality: 'Row', kind: 'audio', task_id: 't', is_audio_only: true });
    show(format({ reason: 'only_one' }), sound);
    expect(row(/^Download 720p/)).toHaveTextContent('Recommended · The original file');
    expect(screen.getByRole('tab', { name: 'All 2' })).toBeVisible();
    expect(screen.queryByText(/The only format/)).toBeNull();
  });

  it('works without a reason, which older servers do not send', () => {
    show(format(), other({ quality: 'Row' }));
    expect(row(/^Download 720p/)).toHaveTextContent(/^Download 720p MP4 Recommended/);
  });

  it('mentions that there is no audio', () => {
    show(format({ has_audio: false }), other({ quality: 'Row' }));
    expect(row(/^Download 720p/)).toHaveTextContent('No audio');
  });
});

describe('missing sizes', () => {
  const unknown = { filesize: null };
  it.each([
    ['none is known', [unknown, unknown], "The site doesn't give the size."],
    ['some are known', [{}, unknown, unknown], "If no size is shown, the site doesn't give one."],
    ['the only one is unknown', [unknown], "The site doesn't give the size."],
  ])('are mentioned once if %s', (_, changes, sentence) => {
    show(
      ...changes.map((change, at) =>
        format({ format_id: `${at}`, recommended: at === 0, ...change }),
      ),
    );
    expect(screen.getAllByText(/the site doesn't give/i)).toHaveLength(1);
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.queryByText(/unknown/i)).not.toBeInTheDocument();
  });

  it('are not mentioned if all are known, except those of files that we make', () => {
    const mp3 = { kind: 'audio', task_id: 't', is_audio_only: true, filesize: null } as const;
    show(format(), other({}), other(mp3));
    expect(screen.queryByText(/the site doesn't give/i)).not.toBeInTheDocument();
  });
});

describe('other languages', () => {
  const dubs = [
    other({ language: 'es', format_id: 'v-es' }),
    other({ language: 'es', ext: 'm4a', format_id: 'a-es', is_audio_only: true }),
    other({ language: 'en', voice: 'description', format_id: 'v-ad' }),
    other({ language: 'hi', voice: 'machine', format_id: 'v-hi' }),
  ];

  it('are folded below the original, each with video and audio', async () => {
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
    expect(screen.getByText('Auto-dubbed')).toBeVisible();
    expect(screen.getByText('Audio description')).toBeVisible();
    expect(screen.getAllByRole('heading', { name: 'Video' })).toHaveLength(1);
  });

  const own = [format(), other({ ext: 'm4a', is_audio_only: true })];

  it('are offered even if there is only one', async () => {
    show(...own, other({ language: 'es' }));
    await userEvent.setup().click(screen.getByRole('tab', { name: 'All 3' }));
    expect(screen.getByText('Other languages (1)')).toBeVisible();
  });

  it('are not mentioned if there are none', async () => {
    show(...own);
    await userEvent.setup().click(screen.getByRole('tab', { name: 'All 2' }));
    expect(screen.getByRole('heading', { name: 'Audio' })).toBeVisible();
    expect(screen.queryByText(/Other languages/)).not.toBeInTheDocument();
  });
});
