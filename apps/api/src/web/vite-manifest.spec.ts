import { assetsOf, type ViteManifest } from './vite-manifest.js';

const manifest: ViteManifest = {
  'src/entry.tsx': {
    file: 'assets/entry-1.js',
    css: ['assets/entry-1.css'],
    imports: ['_react.js'],
  },
  '_react.js': { file: 'assets/react-1.js', imports: ['src/entry.tsx'] },
  'src/home.tsx': { file: 'assets/home-1.js', css: ['assets/entry-1.css'], imports: ['_react.js'] },
  'src/other.tsx': { file: 'assets/other-1.js' },
};

describe('assetsOf', () => {
  it('follows each import once, even in cycles, and leaves other pages out', () => {
    expect(assetsOf(manifest, 'src/entry.tsx', ['src/home.tsx'])).toEqual({
      script: '/assets/entry-1.js',
      styles: ['/assets/entry-1.css'],
      preload: ['/assets/react-1.js', '/assets/home-1.js'],
      development: '',
    });
  });

  it('adds nothing for a module that is part of another chunk', () => {
    expect(assetsOf(manifest, 'src/entry.tsx', ['src/inlined.tsx']).preload).toEqual([
      '/assets/react-1.js',
    ]);
  });

  it('rejects a file that is not a manifest', () => {
    expect(() => assetsOf({}, 'src/entry.tsx', [])).toThrow('src/entry.tsx');
  });
});
