import { ERRORS } from '@dipper/contract';
import type { OfferedFormat } from '../../../extract/formats/offer.js';
import { picture, recordedInfo, sound } from '../../../extract/testing/recorded-page.js';
import { captionedOf } from './captioned.recipe.js';

const german = { language: 'de', name: null, machine: false, files: [] };

const captioned = (offer: Partial<OfferedFormat['offer']> = {}, language = 'de') =>
  captionedOf(
    { kind: 'captioned', language },
    {
      pageUrl: 'https://www.youtube.com/watch?v=1',
      info: { ...recordedInfo('composed-youtube-8k'), title: 'A talk', subtitles: [german] },
      offer: {
        ...{ kind: 'merge', container: 'mp4', recommended: true },
        ...{ main: picture({ height: 720 }), sound: sound() },
        ...offer,
      },
    },
    'our.example:3000',
  );

describe('captionedOf', () => {
  it('adds the language to the file name', () => {
    expect(captioned()).toMatchObject({
      fileName: expect.stringMatching(/^our\.example_youtube_A_talk_720p_de\.mp4$/) as string,
      captions: german,
    });
  });

  it('uses a container that can hold subtitles, also in the file name', () => {
    expect(captioned({ container: 'flv' })).toMatchObject({
      container: 'mkv',
      fileName: expect.stringMatching(/\.mkv$/) as string,
    });
  });

  it.each<[string, Partial<OfferedFormat['offer']>, string]>([
    ['audio', { main: sound(), sound: null, container: 'm4a' }, 'de'],
    [
      'audio that is converted from a video',
      { convert: { to: 'mp3', bitrate: null, kbps: 128, sizeBytes: null } },
      'de',
    ],
    ['a language that the item does not have', {}, 'fr'],
  ])('refuses %s', (_, offer, language) => {
    expect(() => captioned(offer, language)).toThrow(ERRORS.WISH_NOT_POSSIBLE.message);
  });
});
