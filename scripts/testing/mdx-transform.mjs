import { transformSync } from '@swc/core';
import { compileText } from '../../apps/web/mdx.mjs';

/** Jest's part of the texts in MDX: the same compiler as the build's, as CommonJS. */
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
