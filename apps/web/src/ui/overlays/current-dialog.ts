import { createStore } from '../../lib/state/store.js';

/** The open dialog. Everything outside it is inert, so messages are shown inside it. */
export const currentDialog = createStore<HTMLDialogElement | null>(null);
