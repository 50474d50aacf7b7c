/**
 * Node flags for processes that live for seconds or minutes: Jest, its workers and the servers
 * under test. A small young generation causes many collections, and few functions run long enough
 * for V8's optimizations to pay off. The flags do not change behavior. `--interrupt-budget` has a
 * different name after Node 20. (In its own file, because specs can't load run-tests.mjs.)
 */
export const SHORT_LIVED_FLAGS = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=500000'] : []),
];
