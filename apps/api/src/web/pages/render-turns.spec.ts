import { RenderTurns } from './render-turns.js';

it('renders one page at a time, in order, and lets other work run in between', async () => {
  const turns = new RenderTurns();
  const done: string[] = [];
  const render = (name: string) => async (): Promise<string> => {
    done.push(name);
    setImmediate(() => done.push('another'));
    await Promise.resolve();
    return name;
  };
  const pages = await Promise.all(['a', 'b', 'c'].map((name) => turns.run(render(name))));
  expect(pages).toEqual(['a', 'b', 'c']);
  expect(done.slice(0, 5)).toEqual(['a', 'another', 'b', 'another', 'c']);
});

it('continues after a page that cannot be rendered', async () => {
  const turns = new RenderTurns();
  const broken = turns.run(() => Promise.reject(new Error('broken')));
  const next = turns.run(() => Promise.resolve('next'));
  await expect(broken).rejects.toThrow('broken');
  await expect(next).resolves.toBe('next');
});
