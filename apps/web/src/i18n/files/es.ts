export const TEXTS = import.meta.glob<object>('./*.json', { base: '../es', import: 'default' });
export const CONTENT = import.meta.glob<object>(['./**/*.json', './**/*.mdx'], {
  base: '../../content/es',
});
