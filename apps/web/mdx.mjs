import { compileSync } from '@mdx-js/mdx';
import GithubSlugger from 'github-slugger';
import remarkGfm from 'remark-gfm';

/**
 * The words of a node of Markdown, without its marks.
 * @param {{ value?: string, children?: any[] }} node
 * @returns {string}
 */
const wordsOf = (node) => node.value ?? (node.children ?? []).map(wordsOf).join('');

/** Gives every h2 an id and lets it take the focus, and keeps them as the text's table of contents. */
function remarkHeadings() {
  /**
   * @param {{ children: any[] }} tree
   * @param {{ data: Record<string, unknown> }} file
   */
  return (tree, file) => {
    const slugger = new GithubSlugger();
    const headings = tree.children
      .filter(({ type, depth }) => type === 'heading' && depth === 2)
      .map((heading) => {
        const text = wordsOf(heading);
        const id = slugger.slug(text);
        heading.data = { ...heading.data, hProperties: { id, tabIndex: -1 } };
        return { id, text };
      });
    file.data.headings = headings;
  };
}

/**
 * A text in MDX as a JavaScript module: `default` is its component, `headings` its h2.
 * @param {string} source
 * @returns {string}
 * @throws VFileMessage where the text has a mistake
 */
export function compileText(source) {
  const file = compileSync(source, { remarkPlugins: [remarkGfm, remarkHeadings] });
  return `${String(file)}\nexport const headings = ${JSON.stringify(file.data.headings)};\n`;
}

/** Vite's part of it. @returns {import('vite').Plugin} */
export function mdx() {
  return {
    name: 'dipper:mdx',
    enforce: 'pre',
    transform: {
      filter: { id: /\.mdx$/ },
      handler: (source) => ({ code: compileText(source), map: null }),
    },
  };
}
