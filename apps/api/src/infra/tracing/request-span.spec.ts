import { isTraced } from './request-span.js';

it.each([
  ['/api/download-video', true],
  ['/api/download/start-merge?task_id=x', true],
  ['/api/download/status/x', false],
  ['/api/ready', false],
  ['/api/health', false],
  ['/faq', false],
  ['/assets/x.js', false],
])('%s is traced: %j', (url, expected) => {
  expect(isTraced({ url })).toBe(expected);
});
