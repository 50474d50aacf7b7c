export * from './fake-api.js';
export * from './fake-socket.js';
export * from './merge-status.js';
