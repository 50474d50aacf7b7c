import { FakeApi, mergeStatus, sockets, TASK_ID } from '@dipper/client/testing';
import { API, previewPath } from '@dipper/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leaveFactsOf } from '../../../entities/media/handover/page-facts.js';
import { format, videoInfo } from '../../../testing/fixtures.js';
import { renderAt } from '../../../testing/render-at.js';
import { PreviewScreen } from '../preview-screen.js';

const CREATE = `POST ${API.tasks}`;
const SOURCE = 'https://vimeo.com/1';
const ABOUT = { title: 'T', filename: 't.mp4', source_url: SOURCE };
const MADE = { task_id: TASK_ID, video_format_id: 'v', audio_format_id: 'a', ...ABOUT };
const URL = 'https://cdn.example/720.mp4';
const SUBTITLES = [
  { language: 'fr', name: null, machine: false },
  { language: 'en', name: null, machine: false },
];

let api: FakeApi;
beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  sockets.clear();
  sockets.connects = true;
  sockets.ack = () => mergeStatus({ status: 'complete', expires_in_seconds: 3000, kind: 'join' });
  api = new FakeApi()
    .on('GET /api/download/start-merge', { body: { task_id: TASK_ID, status: 'complete' } })
    .on(CREATE, { status: 201, body: { task_id: 'm', status: 'prepared', filename: 'm' } })
    .install();
});

const found = (changes: Parameters<typeof format>[0] = {}) =>
  leaveFactsOf(
    videoInfo({
      webpage_url: SOURCE,
      subtitles: SUBTITLES,
      formats: [format({ offer_id: 'offer', url: URL, ...changes })],
    }),
  );

/**
 * Opens a page whose media has loaded.
 * @param at the player's position in seconds
 */
async function opened(query: Readonly<Record<string, string>>, at = 0, duration = 100) {
  renderAt(previewPath(query), <PreviewScreen />);
  const media = await screen.findByLabelText<HTMLVideoElement>(/^(Video|Audio): T$/);
  Object.defineProperty(media, 'duration', { value: duration });
  Object.defineProperty(media, 'videoWidth', { value: 640 });
  act(() => void (media.currentTime = at));
  fireEvent.loadedMetadata(media);
  return media;
}

const row = (name: RegExp) => screen.getByRole('button', { name });
const rows = () => screen.getByRole('region', { name: 'More from this item' }).textContent;
const asked = () => api.calls.filter(({ call }) => call === CREATE).map(({ body }) => body);
const query = () => new URLSearchParams(screen.getByTestId('address').textContent.split('?')[1]);

it.each([
  ['the sound', /^Audio only MP3/, { kind: 'convert', to: 'mp3' }],
  ['the subtitles', /^Subtitles English/, { kind: 'subtitle', language: 'en', format: 'srt' }],
  ['the transcript', /^Transcript English/, { kind: 'subtitle', language: 'en', format: 'txt' }],
  [
    'the transcript with times',
    /^Transcript with timestamps English/,
    { kind: 'subtitle', language: 'en', format: 'md' },
  ],
  ['a clip', /^Make a clip 0:12 – 0:42/, { kind: 'clip', start: 12, end: 42, as: 'video' }],
])('makes %s with one click below a finished video', async (_, name, recipe) => {
  found();
  await opened(MADE, 12.4);
  await userEvent.setup().click(row(name));
  await waitFor(() => expect(query().get('task_id')).toBe('m'));
  expect(asked()).toEqual([{ task_id: TASK_ID, recipe }]);
});

it.each([
  ['the sound', /^Audio only MP3/, { kind: 'convert', to: 'mp3' }],
  ['a clip', /^Make a clip 0:00 – 0:30/, { kind: 'clip', start: 0, end: 30, as: 'video' }],
])('makes %s with one click below a direct video', async (_, name, recipe) => {
  found();
  await opened({ url: URL, ...ABOUT });
  await userEvent.setup().click(row(name));
  await waitFor(() => expect(query().get('task_id')).toBe('m'));
  expect(asked()).toEqual([{ task_id: 'offer', recipe }]);
});

it('offers a checked copy of media that is only relayed', async () => {
  found();
  await opened({ url: URL, ...ABOUT });
  await userEvent.setup().click(screen.getByRole('link', { name: 'Get a checked copy' }));
  expect(query().get('url')).toBe('/api/download/start-merge?task_id=offer');
  expect(query().get('source_url')).toBe(SOURCE);
  expect(await screen.findByText('Preparing your file')).toBeVisible();
});

it('makes other files of the item below an audio file', async () => {
  found();
  const sound = { is_audio: 'true', filename: 't.mp3', recipe: '{"kind":"convert","to":"mp3"}' };
  await opened({ ...MADE, ...sound });
  expect(rows()).not.toContain('Audio only');
  await userEvent.setup().click(row(/^Make a clip/));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]).toMatchObject({ task_id: 'offer', recipe: { kind: 'clip', as: 'audio' } });
});

it('leads from a finished clip back to its times', async () => {
  await opened({ ...MADE, recipe: '{"kind":"clip","start":5,"end":12.5,"as":"video"}' });
  await userEvent.setup().click(screen.getByRole('link', { name: 'Choose other times' }));
  expect(query().get('url')).toBe(`${SOURCE} 0:05-0:12.5 as video`);
});

it('makes only one file for two clicks', async () => {
  await opened(MADE);
  api.on(CREATE, () => new Promise(() => undefined));
  fireEvent.click(row(/^Audio only/));
  fireEvent.click(row(/^Make a clip/));
  expect(row(/^Make a clip/)).toHaveAttribute('aria-disabled', 'true');
  expect(asked()).toHaveLength(1);
});

it('explains why a file cannot be made', async () => {
  api.on(CREATE, { status: 422, body: { error: 'No.', code: 'WISH_NOT_POSSIBLE' } });
  await opened(MADE);
  await userEvent.setup().click(row(/^Audio only/));
  expect(await screen.findByRole('alert')).toBeVisible();
});

it('offers no audio file for a silent video', async () => {
  found({ has_audio: false });
  await opened({ url: URL, ...ABOUT });
  expect(rows()).not.toContain('Audio only');
  expect(row(/^Make a clip/)).toBeVisible();
});

it('offers an audio clip on an audio page', async () => {
  await opened({ ...MADE, is_audio: 'true', filename: 't.m4a' });
  expect(rows()).not.toContain('Audio only');
  await userEvent.setup().click(row(/^Make a clip/));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]).toMatchObject({ recipe: { as: 'audio' } });
});

it('offers only the link to the formats on a shared direct link', async () => {
  await opened({ ...ABOUT, url: URL, source_url: 'https://vimeo.com/2' });
  expect(screen.queryByRole('region', { name: 'More from this item' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Other Formats' })).toBeVisible();
});

it('puts the save button first in the tab order', async () => {
  const media = await opened(MADE);
  const save = screen.getByRole('link', { name: /^Download/ });
  const { DOCUMENT_POSITION_FOLLOWING: following } = Node;
  expect(save.compareDocumentPosition(media) & following).toBe(following);
});

it('does not repeat the thumbnail in the details of a finished video', async () => {
  await opened({ ...MADE, thumbnail_url: 'https://i.example/1.jpg' });
  expect(document.querySelectorAll('main img, [aria-labelledby=details] img')).toHaveLength(0);
});
