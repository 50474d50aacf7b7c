import * as z from 'zod';
import { flag, listOf, number, objectOf, text } from '../page/loose-fields.js';

const image = objectOf({ picUrl: text, largePicUrl: text });
const episodeSchema = objectOf({
  eid: text,
  title: text,
  description: text,
  shownotes: text,
  duration: number,
  pubDate: text,
  enclosure: objectOf({ url: text }),
  media: objectOf({ size: number, mimeType: text, source: objectOf({ url: text }) }),
  image,
  podcast: objectOf({ title: text, author: text, image }),
  isPrivateMedia: flag,
  payType: text,
});
export type Episode = NonNullable<z.infer<typeof episodeSchema>>;

const podcastSchema = objectOf({
  pid: text,
  title: text,
  author: text,
  image,
  episodeCount: number,
  episodes: listOf(
    z.object({ eid: z.string(), title: z.string(), duration: number, pubDate: text, image }),
  ),
});

export type Podcast = NonNullable<z.infer<typeof podcastSchema>>;

export const nextDataSchema = z.object({
  props: z.object({
    pageProps: z.object({
      episode: episodeSchema,
      podcast: podcastSchema,
      statusCode: number,
    }),
  }),
});

export const linkedSchema = z.object({
  '@type': z.union([
    z.literal('PodcastEpisode'),
    z.array(z.string()).refine((types) => types.includes('PodcastEpisode')),
  ]),
  name: text,
  description: text,
  timeRequired: text,
  duration: text,
  associatedMedia: z
    .unknown()
    .optional()
    .transform((one) => (Array.isArray(one) ? (one as unknown[])[0] : one))
    .pipe(objectOf({ contentUrl: text })),
  partOfSeries: objectOf({ name: text }),
});
export type LinkedEpisode = z.infer<typeof linkedSchema>;
