import { FakeApi, FakeStream, mergeStatus, sockets } from '@dipper/client/testing';
import { API } from '@dipper/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { renderAt } from '../../../testing/render-at.js';
import { Captions } from './captions.js';

const CREATE = `POST ${API.tasks}`;
const SUBTITLES = [
  { language: 'en', name: null, machine: false },
  { language: 'fr', name: null, machine: true },
  { language: 'de', name: null, machine: false },
  { language: 'de', name: null, machine: true },
];

function Page() {
  const media = useRef<HTMLVideoElement>(null);
  return (
    <>
      <video ref={media} aria-label="Film" />
      <Captions media={media} offerId="offer" subtitles={SUBTITLES} />
    </>
  );
}

let api: FakeApi;
beforeEach(() => {
  window.localStorage.clear();
  sockets.clear();
  sockets.connects = true;
  sockets.ack = (task_id) => mergeStatus({ task_id, status: 'complete' });
  // jsdom does not implement this property.
  Object.defineProperty(HTMLTrackElement.prototype, 'track', {
    configurable: true,
    value: { mode: 'disabled' },
  });
  globalThis.URL.createObjectURL = () => 'blob:captions';
  globalThis.URL.revokeObjectURL = () => undefined;
  const text = () => {
    const stream = new FakeStream();
    stream.pushText('WEBVTT\n');
    stream.end();
    return { stream };
  };
  api = new FakeApi()
    .on(CREATE, { status: 201, body: { task_id: 's', status: 'prepared', filename: 's.vtt' } })
    .on('GET /api/download/start-merge', { body: { task_id: 's', status: 'queued' } })
    .on(`GET ${API.file('s')}`, text)
    .install();
});

const tracks = () => screen.getByLabelText('Film').querySelectorAll('track');

it('fetches subtitles, shows them, and removes them', async () => {
  const user = userEvent.setup();
  sockets.connects = false;
  renderAt('/preview', <Page />);
  expect(screen.getByRole('option', { name: 'French (auto-generated)' })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Subtitles' }), 'English');
  expect(screen.getByText('Loading subtitles...')).toBeVisible();
  await waitFor(() => expect(sockets.all).toHaveLength(1));
  act(() => sockets.last().connected());
  await waitFor(() => expect(tracks()).toHaveLength(1));
  expect(screen.queryByText('Loading subtitles...')).not.toBeInTheDocument();
  expect(tracks()[0]).toMatchObject({ kind: 'subtitles', srclang: 'en', label: 'English' });
  expect(api.calls[0]?.body).toEqual({
    task_id: 'offer',
    recipe: { kind: 'subtitle', language: 'en', format: 'vtt' },
  });
  await user.selectOptions(screen.getByRole('combobox'), 'Off');
  expect(tracks()).toHaveLength(0);
  await user.selectOptions(screen.getByRole('combobox'), 'English');
  await waitFor(() => expect(tracks()).toHaveLength(1));
  expect(api.count(CREATE)).toBe(1);
});

it('restores the language last used on this device when playback starts', async () => {
  window.localStorage.setItem('subtitle-language', '"fr"');
  renderAt('/preview', <Page />);
  expect(api.calls).toEqual([]);
  act(() => void fireEvent(screen.getByLabelText('Film'), new Event('play')));
  await waitFor(() => expect(tracks()[0]).toMatchObject({ srclang: 'fr' }));
});

it('reports that subtitles could not be fetched', async () => {
  api.on(CREATE, { status: 422, body: { error: 'No.', code: 'WISH_NOT_POSSIBLE' } });
  renderAt('/preview', <Page />);
  await userEvent.setup().selectOptions(screen.getByRole('combobox'), 'English');
  expect(await screen.findByText(/couldn't be loaded/)).toBeVisible();
  expect(tracks()).toHaveLength(0);
});

it('distinguishes human-made subtitles from auto-generated ones in the same language', async () => {
  const user = userEvent.setup();
  renderAt('/preview', <Page />);
  const select = screen.getByRole('combobox');
  await user.selectOptions(select, 'German (auto-generated)');
  await waitFor(() => expect(tracks()).toHaveLength(1));
  expect(select).toHaveDisplayValue('German (auto-generated)');
  await user.selectOptions(select, 'German');
  await waitFor(() => expect(api.count(CREATE)).toBe(2));
  expect(api.calls.filter(({ call }) => call === CREATE).map(({ body }) => body)).toEqual([
    {
      task_id: 'offer',
      recipe: { kind: 'subtitle', language: 'de', format: 'vtt', machine: true },
    },
    { task_id: 'offer', recipe: { kind: 'subtitle', language: 'de', format: 'vtt' } },
  ]);
});
