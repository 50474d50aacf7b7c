import type { Plugin } from 'vite';

export function compileText(source: string): string;
export function mdx(): Plugin;
