export const TEXTS = import.meta.glob<object>('./*.json', { base: '../hi', import: 'default' });
export const CONTENT = import.meta.glob<object>(['./**/*.json', './**/*.mdx'], {
  base: '../../content/hi',
});
