import { FakeApi } from '@dipper/client/testing';
import { renderAt } from '../../testing/render-at.js';
import { PreviewScreen } from './preview-screen.js';

const TASK = { task_id: 'a', video_format_id: 'v', audio_format_id: 'a' };
const FACTS = {
  ...{ title: 'Clip', filename: 'clip_720p.mp4', resolution: '720p', filesize: '1000' },
  ...{ source_url: 'https://a.example/v', thumbnail_url: 'https://a.example/i.jpg' },
};

it.each<[string, Record<string, string>]>([
  ['a merge', { ...TASK, ...FACTS }],
  ['an audio merge', { ...TASK, ...FACTS, is_audio: 'true' }],
  ['a video', { url: 'https://a.example/v.mp4', ...FACTS }],
  ['sound', { url: 'https://a.example/v.mp3', ...FACTS, is_audio: 'true' }],
  ['nothing', {}],
])('the page of %s is valid HTML that a parser leaves unchanged', (_, query) => {
  new FakeApi().install();
  const address = `/preview?${new URLSearchParams(query).toString()}`;
  const { innerHTML: written } = renderAt(address, <PreviewScreen />).container;
  // A parser closes a paragraph before a nested block, which would break hydration.
  const read = document.createElement('div');
  read.innerHTML = written;
  expect(read.innerHTML).toBe(written);
});
