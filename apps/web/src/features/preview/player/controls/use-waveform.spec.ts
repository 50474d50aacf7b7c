import { API } from '@dipper/contract';
import { taskOfFile } from './use-waveform.js';

it.each([
  [API.file('Ab_-9'), 'Ab_-9'],
  [`https://api.example${API.file('Ab_-9')}?anyway=1`, 'Ab_-9'],
  ['https://cdn.example/api/download/file/%zz', null],
  ['https://cdn.example/api/download/file/a%20b', null],
  ['/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fa.mp4', null],
])('taskOfFile(%j) is %j', (src, task) => {
  expect(taskOfFile(src)).toBe(task);
});
