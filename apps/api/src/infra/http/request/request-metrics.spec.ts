import { contentOf, routeLabel } from './request-metrics.js';

describe('routeLabel', () => {
  it.each([
    [{ url: '/api/download/status/secret', route: { path: '/api/download/status/:task_id' } }],
    [{ url: '/x?y', route: { path: '/api/download/status/:task_id' } }],
  ])('is the template of the route: %j', (request) => {
    expect(routeLabel(request)).toBe('/api/download/status/:task_id');
  });

  it.each([
    ['/', '/{*path}'],
    ['/faq?x=1', '/{*path}'],
    ['/apiary', '/{*path}'],
    ['/assets/main-abc.js', '/assets/*'],
    ['/api/no-such-path', 'none'],
    ['/socket.io/?EIO=4', 'none'],
    ['/metrics/x', 'none'],
  ])('is one of a few values for a request without a route: %s', (url, route) => {
    expect(routeLabel({ url })).toBe(route);
  });
});

describe('contentOf', () => {
  it.each([
    ['/api/download/file/:task_id', 'file'],
    ['/api/download/bundle/:task_id', 'file'],
    ['/api/proxied_download', 'relay'],
    ['/api/tiktok_proxy', 'relay'],
    ['/api/image-proxy', 'image'],
    ['/api/download/status/:task_id', 'other'],
    ['/{*path}', 'other'],
  ])('%s sends %s', (route, content) => {
    expect(contentOf(route)).toBe(content);
  });
});
