// These packages come without types. Only the parts that we use are declared.

declare module 'harfbuzzjs' {
  export interface HarfBuzz {
    createBlob(data: Uint8Array): { destroy(): void };
    createFace(blob: object, index: number): Face;
    createFont(face: Face): Font;
    createBuffer(): GlyphBuffer;
    shape(font: Font, buffer: GlyphBuffer, features: string): void;
  }

  export interface Face {
    readonly upem: number;
    collectUnicodes(): Uint32Array;
    destroy(): void;
  }

  export interface Font {
    setVariations(axes: Readonly<Record<string, number>>): void;
    /** An SVG path in font units, with y upwards. */
    glyphToPath(glyph: number): string;
    destroy(): void;
  }

  export interface GlyphBuffer {
    addText(text: string): void;
    guessSegmentProperties(): void;
    setDirection(direction: 'ltr' | 'rtl'): void;
    /** The glyphs from left to right: number, advance and offset. */
    json(): { g: number; ax: number; dx: number; dy: number }[];
    destroy(): void;
  }

  const harfBuzz: Promise<HarfBuzz>;
  export default harfBuzz;
}

declare module 'wawoff2' {
  const woff2: { decompress(file: Uint8Array): Promise<Uint8Array> };
  export default woff2;
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required?: boolean } | null;
  }
}

// The package's types declare a default export that its CommonJS module does not have.
declare module 'bidi-js' {
  export default function bidiFactory(): {
    getEmbeddingLevels(
      text: string,
      direction: 'ltr' | 'rtl' | 'auto',
    ): { levels: Uint8Array; paragraphs: { level: number }[] };
  };
}
