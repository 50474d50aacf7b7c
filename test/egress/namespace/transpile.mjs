import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const API = fileURLToPath(new URL('../../../apps/api/src/', import.meta.url));

/**
 * Turns sources of the api into JavaScript, so that the run tries what is written and not what was last built.
 *
 * @param {string} out where to; inside the repository, so that packages are found
 * @param {string[]} sources files, or folders of which every file is meant, below apps/api/src
 */
export function transpile(out, sources) {
  const files = sources.flatMap((source) =>
    source.endsWith('.ts')
      ? [source]
      : readdirSync(join(API, source)).map((name) => join(source, name)),
  );
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2023,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    useDefineForClassFields: false,
  };
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))) {
    const { outputText } = ts.transpileModule(readFileSync(join(API, file), 'utf8'), {
      compilerOptions,
    });
    const target = join(out, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
}
