import { LIMITS } from '@dipper/contract';
import { displayDuration, truncateUrl } from '@dipper/media';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useUnits } from '../../../i18n/format/units.js';
import { Thumbnail } from '../../../entities/media/thumbnail.js';
import { useMedia } from '../address/shown-media.js';
import { useMeasured } from './use-measured.js';
import { TextLink } from '../../../ui/links/text-link.js';

/** In bytes; null if unknown. */
export interface MediaSizes {
  readonly file: number | null;
  /** Both streams together, before they are combined. */
  readonly streams: number | null;
}

interface MediaDetailsProps {
  readonly sizes: MediaSizes;
  /**
   * Whether to show the thumbnail: only on narrow screens, because the panel next to the details
   * shows it on wide ones.
   */
  readonly showsPicture: boolean;
  readonly className: string;
}

/** Returns a file's average bitrate in kbit/s; null if its size or duration is unknown. */
function meanRate(sizeBytes: number | null, seconds: number | null): number | null {
  return sizeBytes === null || seconds === null || seconds <= 0
    ? null
    : (sizeBytes * 8) / 1000 / seconds;
}

/** Lists what is known about the media, including what the player has measured. */
export function MediaDetails({ sizes, showsPicture, className }: MediaDetailsProps) {
  const media = useMedia();
  const { t } = useTranslation('preview');
  const { previewSize, bitrate } = useUnits();
  const measured = useMeasured();
  const seconds = measured?.duration ?? null;
  const rate = media.bitrate ?? meanRate(sizes.file, seconds);
  const rows = [
    { key: 'platform', value: media.site },
    { key: 'resolution', value: media.resolution ?? measured?.resolution ?? '' },
    { key: 'duration', value: seconds === null ? '' : displayDuration(seconds) },
    { key: 'size', value: sizes.file === null ? '' : previewSize(sizes.file) },
    { key: 'streams', value: sizes.streams === null ? '' : previewSize(sizes.streams) },
    { key: 'bitrate', value: rate === null ? '' : bitrate(rate) },
  ] as const;
  return (
    <section aria-labelledby="details" className={`card grid content-start gap-4 p-5 ${className}`}>
      <h2 id="details" className="text-base">
        {t('details.heading')}
      </h2>
      <div className="grid grid-cols-1 gap-4">
        {showsPicture && <Thumbnail url={media.thumbnailUrl} className="w-full max-lg:hidden" />}
        <dl className="grid grid-cols-1 content-start gap-x-10 gap-y-2 text-sm sm:max-lg:grid-cols-2">
          {rows
            .filter(({ value }) => value !== '')
            .map(({ key, value }) => (
              <div key={key} className="flex flex-wrap justify-between gap-x-4">
                <dt className="text-muted">{t(`details.${key}`)}</dt>
                <dd className="font-medium tabular-nums">{value}</dd>
              </div>
            ))}
          {media.sourceUrl !== null && (
            <div className="grid gap-0.5">
              <dt className="text-muted">{t('details.source')}</dt>
              <dd dir="ltr" className="text-start rtl:text-end">
                <TextLink kind="address" href={media.sourceUrl} rel="noreferrer">
                  {truncateUrl(media.sourceUrl, LIMITS.shownUrlLength)}
                </TextLink>
              </dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}
