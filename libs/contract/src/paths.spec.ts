import { API, feedPath, routeOf, startMergePath, taskIdOfStartMerge, taskRoute } from './paths.js';

describe('taskIdOfStartMerge', () => {
  it.each([
    [startMergePath('abc_-1'), 'abc_-1'],
    [`https://dipper.example${startMergePath('abc')}`, 'abc'],
    [startMergePath('abc', true), 'abc'],
    ['/api/download/start-merge?x=1&task_id=abc', 'abc'],
    ['/api/download/start-merge', null],
    ['/api/download/start-merge?task_id=%', null],
    ['/api/download/start-merge?task_id=%C3', null],
    ['/api/download/start-merge?task_id=', null],
    ['//evil.example/api/download/start-merge?task_id=abc', null],
    ['https://cdn.example/video.mp4?task_id=abc', null],
    ['https://evil.example/x?u=/api/download/start-merge?task_id=abc', null],
  ])('of %s returns %j', (url, taskId) => {
    expect(taskIdOfStartMerge(url)).toBe(taskId);
  });
});

it('startMergePath marks a link that accepts damage', () => {
  expect(startMergePath('a b', true)).toBe('/api/download/start-merge?task_id=a%20b&anyway=1');
  expect(startMergePath('a')).toBe('/api/download/start-merge?task_id=a');
});

it('routeOf and taskRoute turn a path into a pattern', () => {
  expect(taskRoute(API.status)).toBe('/api/download/status/:task_id');
  expect(routeOf(API.webhookReplay, 'id')).toBe('/api/auth/webhooks/:id/replay');
  expect(routeOf(feedPath, 'secret')).toBe('/feed/:secret.xml');
});
