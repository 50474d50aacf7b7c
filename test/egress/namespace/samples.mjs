/**
 * A representative vector for each way to write, name, redirect to or disguise an address. The
 * guard is tested with every vector (guard-run.mjs). The server is tested only with these samples,
 * because all its requests pass through the guard.
 */
export const SAMPLES = [
  'http://127.0.0.1/',
  'http://0/',
  'http://2852039166/latest/meta-data/',
  'http://①②⑦.⓪.⓪.①/',
  'http:\\\\127.0.0.1\\',
  'http://pub.test\\@127.0.0.1/',
  'http://user:pass@pub.test/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://localhost/',
  'http://metadata.google.internal/',
  'http://loop.test/',
  'http://mixed.test/',
  'http://nat64.test/',
  'http://rebind.test/',
  'http://pub.test/redir?code=302&to=http%3A%2F%2F127.0.0.1%2F',
  'http://pub.test/redir?code=302&to=file%3A%2F%2F%2Fetc%2Fhostname',
  'http://pub.test/loop',
  'file:///etc/passwd',
  '-o/tmp/x',
  'http://pub.test:6379/',
  'http://dipper.test/api/proxied_download?url=http%3A%2F%2Fpub.test%2F',
  'http://pub.test/v.mp4',
  'http://PUB.TEST./v.mp4',
  'http://[2606:2800:220:1::1]/v.mp4',
  'http://100.63.255.254/v.mp4',
];

/**
 * The URLs that are also extracted and merged, one of each kind: literal, number, mapped, name,
 * rebinding, redirect.
 */
export const MERGED = [
  'http://127.0.0.1/',
  'http://2852039166/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://loop.test/',
  'http://rebind.test/',
  'http://pub.test/redir?code=302&to=http%3A%2F%2F127.0.0.1%2F',
];

/**
 * The URLs that pages grant as pictures and as media. For each of them, the server reads two pages.
 */
export const GRANTED = [
  ...MERGED,
  'http://pub.test\\@127.0.0.1/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'file:///etc/passwd',
  '-o/tmp/x',
  'http://pub.test:6379/',
  'http://pub.test/v.mp4',
  'http://PUB.TEST./v.mp4',
];
