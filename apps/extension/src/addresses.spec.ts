import { sendAddress, serverOrigin } from './addresses.js';

it.each([
  ['dipper.example', 'https://dipper.example'],
  ['  https://Dipper.example/de/help-center?x#y ', 'https://dipper.example'],
  ['dipper.example:8443', 'https://dipper.example:8443'],
  ['localhost:3000', 'http://localhost:3000'],
  ['http://192.168.1.7:3000/', 'http://192.168.1.7:3000'],
  ['http://172.20.0.2', 'http://172.20.0.2'],
  ['nas', 'http://nas'],
  ['https://nas.local', 'https://nas.local'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('reads the server %s', (typed, origin) => {
  expect(serverOrigin(typed)).toBe(origin);
});

it.each([
  ['', 'nothing'],
  ['not an address', 'spaces'],
  ['http://dipper.example', 'the internet without encryption'],
  ['http://172.32.0.1', 'the internet by a number'],
  ['http://10.0.0.1.example.com', 'a name that begins like a private address'],
  ['https://user:secret@dipper.example', 'a password'],
  ['javascript:alert(1)', 'a script'],
  ['ftp://dipper.example', 'another scheme'],
])('refuses %j (%s)', (typed) => {
  expect(serverOrigin(typed)).toBeNull();
});

const SERVER = 'https://dipper.example';
it.each([
  [
    'https://vimeo.com/1?a=b&c=d#e',
    `${SERVER}/?url=https%3A%2F%2Fvimeo.com%2F1%3Fa%3Db%26c%3Dd%23e&go=1`,
  ],
  ['http://site.example/ä b', `${SERVER}/?url=http%3A%2F%2Fsite.example%2F%C3%A4+b&go=1`],
  ['chrome://settings/', `${SERVER}/`],
  ['', `${SERVER}/`],
  [`${SERVER}/preview?task_id=1`, `${SERVER}/`],
])('sends %j to %s', (page, address) => {
  expect(sendAddress(SERVER, page)).toBe(address);
});
