import { transformSync } from '@swc/core';
import { compileText } from '../../apps/web/mdx.mjs';

/** Compiles MDX texts for Jest with the build's compiler, to CommonJS. */
export default {
  /**
   * @param {string} source
   * @param {string} path
   */
  process: (source, path) =>
    transformSync(compileText(source), {
      filename: path,
      swcrc: false,
      jsc: { target: 'es2023' },
      module: { type: 'commonjs' },
    }),
};
