import { enqueue, type Message, type QueuedMessage, visible } from './message-queue.js';

const queue = (...messages: readonly Message[]) =>
  messages.reduce<readonly QueuedMessage[]>(
    (before, message, id) => enqueue(before, { ...message, id }),
    [],
  );
const status = (text: string) => ({ kind: 'status', text }) as const;

describe('the queue of messages', () => {
  it('shows at most three messages, oldest first', () => {
    const seen = visible(queue(...['a', 'b', 'c', 'd'].map(status)));
    expect(seen.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });

  it('replaces a message with the same text in place', () => {
    const renewed = queue(status('a'), status('b'), status('a'), { kind: 'error', text: 'a' });
    expect(renewed.map(({ id, text, kind }) => `${id} ${text} ${kind}`)).toEqual([
      '2 a status',
      '1 b status',
      '3 a error',
    ]);
  });
});
