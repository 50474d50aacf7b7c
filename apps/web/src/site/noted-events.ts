import { createChannel } from '../lib/state/channel.js';
import type { CountedEvent } from './counted-events.js';

/** Passes events to the debug overlay, which loads after the first of them. */
export const { send: noteEvent, listen: listenToNoted } = createChannel<CountedEvent>(40);
