export const TEXTS = import.meta.glob<object>('./*.json', { base: '../ja', import: 'default' });
export const CONTENT = import.meta.glob<object>(['./**/*.json', './**/*.mdx'], {
  base: '../../content/ja',
});
