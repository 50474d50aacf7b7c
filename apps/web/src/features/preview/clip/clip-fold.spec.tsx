import { FakeApi, mergeStatus, sockets, TASK_ID } from '@dipper/client/testing';
import { API } from '@dipper/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../../testing/render-at.js';
import { PreviewScreen } from '../preview-screen.js';
// Preload the lazy module, because loading it takes seconds on a busy machine.
import './clip-of-file.js';

const CREATE = `POST ${API.tasks}`;
const SOURCE = 'https://vimeo.com/1';
const AT = `/preview?task_id=${TASK_ID}&video_format_id=v&audio_format_id=a&title=T&filename=t.mp4&source_url=${SOURCE}`;

let api: FakeApi;
beforeEach(() => {
  window.localStorage.clear();
  sockets.clear();
  sockets.connects = true;
  sockets.ack = () => mergeStatus({ status: 'complete', expires_in_seconds: 3000, kind: 'join' });
  api = new FakeApi()
    .on('GET /api/download/start-merge', { body: { task_id: TASK_ID, status: 'complete' } })
    .install();
  globalThis.URL.createObjectURL = () => 'blob:captions';
  globalThis.URL.revokeObjectURL = () => undefined;
});

/** Renders a finished video of 100 s, positioned at 20 s. */
async function playing(address = AT): Promise<HTMLVideoElement> {
  renderAt(address, <PreviewScreen />);
  const video = await screen.findByLabelText<HTMLVideoElement>('Video: T');
  Object.defineProperty(video, 'duration', { value: 100 });
  Object.defineProperty(video, 'videoWidth', { value: 640 });
  act(() => void (video.currentTime = 20));
  fireEvent.loadedMetadata(video);
  return video;
}

const address = () => new URLSearchParams(screen.getByTestId('address').textContent.split('?')[1]);

it('makes a clip that starts at the current position', async () => {
  api.on(CREATE, { status: 201, body: { task_id: 'c', status: 'prepared', filename: 'c.gif' } });
  const user = userEvent.setup();
  const video = await playing();
  await user.click(screen.getByText('Choose clip times'));
  const start = await screen.findByRole('textbox', { name: 'Start' });
  expect(start).toHaveValue('0:20');
  act(() => void (video.currentTime = 30.5));
  fireEvent.timeUpdate(video);
  await user.click(screen.getByRole('button', { name: 'Set end' }));
  expect(screen.getByRole('textbox', { name: 'End' })).toHaveValue('0:30.5');
  screen.getByRole('slider', { name: 'End' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(video.currentTime).toBe(29.5);
  await user.click(screen.getByRole('radio', { name: 'GIF' }));
  await user.click(screen.getByRole('button', { name: /^Make this clip/ }));
  await waitFor(() => expect(address().get('task_id')).toBe('c'));
  expect(api.calls.find(({ call }) => call === CREATE)?.body).toEqual({
    task_id: TASK_ID,
    recipe: { kind: 'clip', start: 20, end: 29.5, as: 'gif' },
  });
  expect(Object.fromEntries(address())).toMatchObject({
    ...{ video_format_id: 'v', audio_format_id: 'a', filename: 'c.gif', source_url: SOURCE },
  });
});

it('says above its button, and only there, why a clip was refused', async () => {
  api.on(CREATE, { status: 422, body: { error: 'It is too short.', code: 'CLIP_OUTSIDE' } });
  const user = userEvent.setup();
  await playing();
  await user.click(screen.getByText('Choose clip times'));
  const make = await screen.findByRole('button', { name: /^Make this clip/ });
  await user.click(make);
  expect(await screen.findByRole('alert')).toHaveTextContent('It is too short.');
  expect(screen.getByRole('alert').nextElementSibling).toBe(make);
});

it('says when a typed time was adjusted, until another one is chosen', async () => {
  const user = userEvent.setup();
  await playing();
  await user.click(screen.getByText('Choose clip times'));
  const type = async (name: string, time: string) => {
    const edge = await screen.findByRole('textbox', { name });
    await user.clear(edge);
    await user.type(edge, `${time}{Enter}`);
  };
  await type('End', '9:00');
  expect(screen.getByRole('textbox', { name: 'End' })).toHaveValue('1:40');
  expect(screen.getByText('This is 1:40 long, so the clip now ends at 1:40.')).toHaveAttribute(
    'role',
    'status',
  );
  await type('End', '1:00');
  expect(screen.queryByText(/^This is 1:40 long/)).toBeNull();
  await type('Start', '1:20');
  expect(
    screen.getByText('The end is now 1:40, because it must come after the start.'),
  ).toBeVisible();
});

it('offers no clip of a file that was made from a recipe', async () => {
  await playing(`${AT}&recipe=${encodeURIComponent('{"kind":"captioned","language":"en"}')}`);
  expect(screen.queryByText('Choose clip times')).not.toBeInTheDocument();
});
