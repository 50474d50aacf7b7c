import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fromRoot, ROOT } from '../../setup/repository.mjs';
import type { Endings } from './endings.js';

/** A child process that has sent `first` and answers each question with a message. */
export interface Part<T> {
  readonly first: T;
  readonly ask: <R>(question: object) => Promise<R>;
}

/** Starts a program of parts/, whose processor time and memory do not count as ours. */
export async function startPart<T>(
  name: string,
  endings: Endings,
  { options = {}, nodeFlags = [] }: { options?: object; nodeFlags?: string[] } = {},
): Promise<Part<T>> {
  const file = fromRoot('scripts/bench/parts', `${name}.mjs`);
  const child = fork(file, [JSON.stringify(options)], { cwd: ROOT, execArgv: nodeFlags });
  const exited = once(child, 'exit');
  endings.add(() => {
    child.kill('SIGKILL');
    return exited;
  });
  const ended = once(child, 'disconnect').then(() => {
    throw new Error(`${name} ended without an answer`);
  });
  ended.catch(() => undefined);
  const answer = async <R>(): Promise<R> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [R];
    return message;
  };
  const first = await answer<T>();
  // Answers have no id, so ask one question at a time.
  let last: Promise<unknown> = Promise.resolve();
  const ask = <R>(question: object): Promise<R> => {
    const next = last.then(() => {
      if (child.connected) {
        child.send(question);
      }
      return answer<R>();
    });
    last = next.catch(() => undefined);
    return next;
  };
  return { first, ask };
}
