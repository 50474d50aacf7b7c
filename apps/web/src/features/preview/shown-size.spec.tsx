import { FakeApi, mergeStatus, sockets, TASK_ID } from '@dipper/client/testing';
import { screen } from '@testing-library/react';
import { renderAt } from '../../testing/render-at.js';
import { PreviewScreen } from './preview-screen.js';

const ADDRESS = `/preview?task_id=${TASK_ID}&video_format_id=v&audio_format_id=a&title=T&source_url=https://vimeo.com/1`;
const SOURCES = { combined_streams: 3 * 1024 * 1024, final_file: null };

beforeEach(() => {
  sockets.clear();
  sockets.connects = true;
  new FakeApi()
    .on('GET /api/download/start-merge', { body: { task_id: TASK_ID, status: 'queued' } })
    .install();
});

it.each([
  ['shows the size of the streams that are combined', 'join', 'filename=t.mp4', true],
  [
    'does not show the size of a source for an MP3',
    'convert',
    'filename=t.mp3&is_audio=true',
    false,
  ],
] as const)('%s while the file is made', async (_, kind, facts, isShown) => {
  sockets.ack = () =>
    mergeStatus({ ...{ kind, status: 'processing', progress: 50 }, actual_sizes: SOURCES });
  renderAt(`${ADDRESS}&${facts}`, <PreviewScreen />);
  expect(await screen.findByText('50%')).toBeInTheDocument();
  expect(screen.queryAllByText('3.0 MB').length > 0).toBe(isShown);
});
