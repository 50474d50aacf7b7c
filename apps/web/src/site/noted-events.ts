import { createChannel } from '../lib/state/channel.js';
import type { SiteEvent } from './site-events.js';

/** Passes events to the debug overlay, which loads after the first of them. */
export const { send: noteEvent, listen: listenToNoted } = createChannel<SiteEvent>(40);
