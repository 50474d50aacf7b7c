import { transformSync } from '@swc/core';
import { compileText } from '../../apps/web/mdx.mjs';

/** Compiles MDX content to CommonJS for Jest, with the same compiler as the build. */
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
