import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PartFile, readNote } from './part-file.js';
import { StreamSink } from './stream-sink.js';
import { targetPath } from './target-path.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-saving-'));
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const start = (at: number, validator: string | null = '"1"') => ({
  at,
  validator,
  totalBytes: null,
});

describe('targetPath', () => {
  const path = (output: string | null, filename = 'a.mp4', isFolder = false) =>
    targetPath({ output, filename, isFolder, cwd: folder, request: 'r' }).then((found) =>
      found.slice(folder.length + 1),
    );

  it.each([
    ['the suggested name', null, 'a.mp4', 'a.mp4'],
    ['a file', 'b.mkv', 'a.mp4', 'b.mkv'],
    ['a file in a new folder', 'new/b.mkv', 'a.mp4', 'new/b.mkv'],
    ['a new folder', 'new/', 'a.mp4', 'new/a.mp4'],
    ['an existing folder', 'there', 'a.mp4', 'there/a.mp4'],
    ['no way out of the folder', null, '../../a.mp4', '_.._a.mp4'],
    ['no hidden file', null, '.bashrc', 'bashrc'],
    ['no control characters', null, 'a\u001b[2J.mp4', 'a [2J.mp4'],
    ['no reversed text', null, 'a\u202E4pm.exe', 'a 4pm.exe'],
    ['a default name', null, '..', 'download'],
  ])('chooses %s', async (_, output, filename, expected) => {
    await mkdir(join(folder, 'there'));
    expect(await path(output, filename)).toBe(expected);
  });

  it('treats -o as a folder for the items of a list', async () => {
    expect(await path('all', 'a.mp4', true)).toBe('all/a.mp4');
  });

  it('replaces a file only if -o names it', async () => {
    await writeFile(join(folder, 'a.mp4'), '');
    await writeFile(join(folder, 'a (2).mp4'), '');
    expect(await path(null)).toBe('a (3).mp4');
    expect(await path('a.mp4')).toBe('a.mp4');
  });

  it('does not touch the part of another request, and finds its own again', async () => {
    await PartFile.begin(join(folder, 'a.mp4'), 'other');
    expect(await path(null)).toBe('a (2).mp4');
    await PartFile.begin(join(folder, 'a (2).mp4'), 'r');
    expect(await path(null)).toBe('a (2).mp4');
  });

  it("does not touch another program's part, or links to missing files", async () => {
    await writeFile(join(folder, 'a.mp4.part'), 'of a browser');
    await symlink(join(folder, 'missing'), join(folder, 'a (2).mp4'));
    expect(await path(null)).toBe('a (3).mp4');
  });

  it('does not touch a part that another process is saving', async () => {
    const note = { request: 'r', task_id: null, validator: null, pid: process.ppid };
    await writeFile(join(folder, 'a.mp4.part.json'), JSON.stringify(note));
    expect(await path(null)).toBe('a (2).mp4');
  });
});

describe('PartFile', () => {
  const begin = (request = 'r') => PartFile.begin(join(folder, 'a.mp4'), request);

  it('gives the file its final name when it is complete', async () => {
    const part = await begin();
    expect(await part.kept()).toBeNull();
    await part.begin(start(0));
    await part.write(bytes('abc'));
    await part.write(bytes('def'));
    expect((await readdir(folder)).sort()).toEqual(['a.mp4.part', 'a.mp4.part.json']);
    await part.finish();
    expect(await readdir(folder)).toEqual(['a.mp4']);
    expect(await readFile(join(folder, 'a.mp4'), 'utf8')).toBe('abcdef');
  });

  it('continues the part and the task of an earlier process', async () => {
    const killed = await begin();
    await killed.setTask('t1');
    await killed.begin(start(0));
    await killed.write(bytes('abc'));
    const part = await begin();
    expect(part.taskId).toBe('t1');
    expect(await part.kept()).toEqual({ bytes: 3, validator: '"1"' });
    await part.begin(start(2));
    await part.write(bytes('cdef'));
    await part.finish();
    await killed.leave(true);
    expect(await readFile(join(folder, 'a.mp4'), 'utf8')).toBe('abcdef');
  });

  it('starts over for another request or another version', async () => {
    const first = await begin();
    await first.setTask('t1');
    await first.begin(start(0));
    await first.write(bytes('abc'));
    await first.begin(start(0, '"2"'));
    expect(await first.kept()).toBeNull();
    const other = await begin('other');
    expect([other.taskId, await other.kept()]).toEqual([null, null]);
    await first.leave(true);
  });

  it('leaves no useless files behind', async () => {
    const part = await begin();
    await part.leave(true);
    expect(await readNote(join(folder, 'a.mp4'))).not.toBeNull();
    await part.leave(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it("does not replace another program's part", async () => {
    await writeFile(join(folder, 'a.mp4.part'), 'of a browser');
    await expect(begin()).rejects.toThrow('belongs to another program');
    expect(await readdir(folder)).toEqual(['a.mp4.part']);
  });

  it.each(['a.mp4.part', 'a.mp4.part.json'])('does not follow a link at %s', async (name) => {
    await writeFile(join(folder, 'mine'), 'precious');
    const link = () => symlink(join(folder, 'mine'), join(folder, name));
    const saved = async () => {
      // If the part has our note, it belongs to the command.
      const part = name.endsWith('.json') ? await link().then(() => begin()) : await begin();
      await link();
      await part.begin(start(0));
    };
    await expect(saved()).rejects.toMatchObject({ code: 'ELOOP' });
    expect(await readFile(join(folder, 'mine'), 'utf8')).toBe('precious');
  });

  it('ignores a note that it cannot read', async () => {
    await writeFile(join(folder, 'a.mp4.part.json'), '{');
    expect((await begin()).taskId).toBeNull();
  });
});

describe('StreamSink', () => {
  let out = '';
  const sink = () => {
    out = '';
    return new StreamSink({
      write: (chunk, done) => {
        out += Buffer.from(chunk as Uint8Array).toString();
        done?.();
      },
    });
  };

  it('writes each byte once, even after a lost connection', async () => {
    const stream = sink();
    await stream.begin(start(0));
    await stream.write(bytes('abc'));
    expect(await stream.kept()).toEqual({ bytes: 3, validator: '"1"' });
    await stream.begin(start(0));
    await stream.write(bytes('ab'));
    await stream.write(bytes('cdef'));
    await stream.begin(start(5));
    await stream.write(bytes('fg'));
    expect(out).toBe('abcdefg');
  });

  it('fails if the rest belongs to another file', async () => {
    const stream = sink();
    await stream.begin(start(0));
    await stream.write(bytes('abc'));
    await expect(stream.begin(start(0, '"2"'))).rejects.toThrow('has changed in the meantime');
  });
});
