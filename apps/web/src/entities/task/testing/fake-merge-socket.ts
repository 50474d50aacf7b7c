/** Replaces merge-socket.ts in specs (jest.config.mjs). */
export { openFakeSocket as openTaskSocket } from '@dipper/client/testing';
