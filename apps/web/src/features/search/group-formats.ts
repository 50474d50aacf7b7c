import type { Format } from '@dipper/contract';

export interface FormatGroups {
  /** The one marked button. */
  readonly recommended: Format;
  readonly video: readonly Format[];
  readonly audio: readonly Format[];
}

/** Splits formats (best first, at least one) into what the result card shows. */
export function groupFormats(formats: readonly Format[]): FormatGroups {
  const recommended = formats.find((format) => format.recommended) ?? formats[0];
  if (recommended === undefined) {
    throw new Error('A result has at least one format (contract)');
  }
  const originals = formats.filter(({ language }) => language === null);
  return {
    recommended,
    video: originals.filter((format) => !format.is_audio_only),
    audio: originals.filter((format) => format.is_audio_only),
  };
}
