/** A short message beside the page. */
export interface Message {
  readonly text: string;
  /** An error is read out at once, a status when there is a pause. */
  readonly kind: 'status' | 'error';
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

/** A message in the queue. */
export interface QueuedMessage extends Message {
  readonly id: number;
}

/** What a component needs that shows the queue. */
export interface MessageListProps {
  readonly queue: readonly QueuedMessage[];
  /** The message has had its time, or was dismissed. */
  readonly onGone: (id: number) => void;
}

/** More would be a wall. The others wait, so that each is there for its whole time. */
const AT_ONCE = 3;

/** The messages to be seen now, oldest first. */
export function visible(queue: readonly QueuedMessage[]): readonly QueuedMessage[] {
  return queue.slice(0, AT_ONCE);
}

/** The queue with a message more; one that says the same is renewed in its place. */
export function enqueue(
  queue: readonly QueuedMessage[],
  message: QueuedMessage,
): readonly QueuedMessage[] {
  const isSame = ({ text, kind }: Message) => text === message.text && kind === message.kind;
  return queue.some(isSame)
    ? queue.map((queued) => (isSame(queued) ? message : queued))
    : [...queue, message];
}
