import type { ConvertWish } from '@dipper/contract';
import { detectPlatform } from '@dipper/media';
import { type Conversion, hasAudio, type OfferedFormat } from '../../extract/formats/offer.js';
import { fileNameOf, namePartsOf } from '../../extract/formats/to-format.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Convert } from '../recipe.js';
import { tagsOf } from '../tags/tags.js';
import { SOUND_FILES } from './sound-files.js';

/**
 * The recipe for an offered conversion.
 * @param host the visitor's Host header, for the file name; its port is dropped.
 */
export function convertOf(offered: OfferedFormat, conversion: Conversion, host: string): Convert {
  const { pageUrl, info, offer } = offered;
  const origin = { platform: detectPlatform(pageUrl), title: info.title };
  return {
    kind: 'convert',
    pageUrl,
    title: info.title,
    fileName: fileNameOf(namePartsOf(offer, origin), host),
    durationSeconds: info.durationSeconds,
    to: conversion.to,
    bitrate: conversion.bitrate,
    source: offer.main,
    tags: tagsOf(offered),
  };
}

/**
 * The recipe for converting the audio of any offer to another file type.
 * @throws DomainError WISH_NOT_POSSIBLE if the offer has no audio.
 */
export function customConversion(wish: ConvertWish, offered: OfferedFormat, host: string): Convert {
  const { offer } = offered;
  if (!hasAudio(offer)) {
    throw new DomainError('WISH_NOT_POSSIBLE');
  }
  const asked = SOUND_FILES[wish.to].usualKbps === null ? null : (wish.bitrate ?? null);
  const convert: Conversion = { to: wish.to, bitrate: asked, kbps: asked, sizeBytes: null };
  const main = offer.sound ?? offer.main;
  const sound = {
    ...offer,
    kind: 'audio',
    main,
    sound: null,
    container: wish.to,
    convert,
  } as const;
  return convertOf({ ...offered, offer: sound }, convert, host);
}
