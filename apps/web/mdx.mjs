import { compileSync } from '@mdx-js/mdx';
import GithubSlugger from 'github-slugger';
import remarkGfm from 'remark-gfm';

/**
 * The plain text of a Markdown node.
 * @param {{ value?: string, children?: any[] }} node
 * @returns {string}
 */
const wordsOf = (node) => node.value ?? (node.children ?? []).map(wordsOf).join('');

/** Gives every h2 an id, makes it focusable, and adds it to the table of contents. */
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
 * Compiles MDX to a JavaScript module: `default` is the component, `headings` its h2 headings.
 * @param {string} source
 * @returns {string}
 * @throws VFileMessage on a syntax error
 */
export function compileText(source) {
  const file = compileSync(source, { remarkPlugins: [remarkGfm, remarkHeadings] });
  return `${String(file)}\nexport const headings = ${JSON.stringify(file.data.headings)};\n`;
}

/** The Vite plugin. @returns {import('vite').Plugin} */
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
