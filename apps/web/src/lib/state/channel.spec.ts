import { createChannel } from './channel.js';

it('passes the last messages to a listener that subscribes late', () => {
  const { send, listen } = createChannel<number>(2);
  const heard: number[] = [];
  [1, 2, 3].forEach(send);
  const stop = listen((message) => heard.push(message));
  send(4);
  stop();
  send(5);
  expect(heard).toEqual([2, 3, 4]);
  listen((message) => heard.push(message));
  expect(heard).toEqual([2, 3, 4, 5]);
});
