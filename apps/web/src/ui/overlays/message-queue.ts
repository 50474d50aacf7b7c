/** A short message, shown as a toast. */
export interface Message {
  readonly text: string;
  /** Errors are announced immediately, and statuses at the next pause. */
  readonly kind: 'status' | 'error';
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

export interface QueuedMessage extends Message {
  readonly id: number;
}

export interface MessageListProps {
  readonly queue: readonly QueuedMessage[];
  /** Called when a message expires or is dismissed. */
  readonly onGone: (id: number) => void;
}

/** Maximum number of visible messages. Others wait, so that each one is shown for its full time. */
const AT_ONCE = 3;

/** The visible messages, oldest first. */
export function visible(queue: readonly QueuedMessage[]): readonly QueuedMessage[] {
  return queue.slice(0, AT_ONCE);
}

/** Adds a message. If it is already in the queue, the new one replaces it in place. */
export function enqueue(
  queue: readonly QueuedMessage[],
  message: QueuedMessage,
): readonly QueuedMessage[] {
  const isSame = ({ text, kind }: Message) => text === message.text && kind === message.kind;
  return queue.some(isSame)
    ? queue.map((queued) => (isSame(queued) ? message : queued))
    : [...queue, message];
}
