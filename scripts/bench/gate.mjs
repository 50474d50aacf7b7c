import { fromRoot } from '../setup/repository.mjs';

/**
 * Seconds that our check of one file with picture and sound takes by itself: the packets of the
 * source and what is decoded of it, then the packets of the finished file. In a task the first part
 * runs beside the joining.
 * @param {string} path
 * @returns {Promise<number>}
 */
export async function timeGate(path) {
  const [{ MediaReader }, { SourceChecker }, { Prober }] = await Promise.all(
    ['make/gate/media-reader.js', 'make/gate/source-check.js', 'make/probe.js'].map(
      (module) => import(fromRoot('apps/api/dist', module)),
    ),
  );
  const programs = { find: (/** @type {string} */ name) => name };
  const prober = new Prober(programs);
  const checker = new SourceChecker(new MediaReader(programs), prober);
  const { signal } = new AbortController();
  const wanted = ['video', 'audio'];
  const probe = await prober.probe(path, signal);
  const begun = performance.now();
  const { problems } = await checker.check(path, {
    wanted,
    probe,
    taskSeconds: 5,
    isSegmented: false,
    signal,
  });
  await checker.readJoined(path, wanted, signal);
  if (problems.length > 0) {
    throw new Error(`the file of the benchmark is refused: ${problems.join('; ')}`);
  }
  return (performance.now() - begun) / 1000;
}
