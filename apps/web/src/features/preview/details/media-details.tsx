import { LIMITS } from '@dipper/contract';
import { displayDuration, truncateUrl } from '@dipper/media';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useUnits } from '../../../i18n/format/use-units.js';
import { Thumbnail } from '../../../entities/media/thumbnail.js';
import { useMeasured } from './use-measured.js';
import { TextLink } from '../../../ui/links/text-link.js';

/** The facts about the media that the page shows (specification §3, "Preview media info"). */
export interface MediaInfo {
  /** The platform's name, or the host of any other site; '' if unknown. */
  readonly platform: string;
  readonly resolution: string | null;
  /** In bytes. */
  readonly fileSize: number | null;
  /** Combined size of both streams before they are merged, in bytes. */
  readonly streamSize: number | null;
  /** In kbit/s. */
  readonly bitrate: number | null;
  readonly thumbnailUrl: string | null;
  readonly originalUrl: string | null;
}

interface MediaDetailsProps {
  readonly info: MediaInfo;
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
export function MediaDetails({ info, showsPicture, className }: MediaDetailsProps) {
  const { t } = useTranslation('preview');
  const { previewSize, bitrate } = useUnits();
  const measured = useMeasured();
  const seconds = measured?.duration ?? null;
  const rate = info.bitrate ?? meanRate(info.fileSize, seconds);
  const rows = [
    { key: 'platform', value: info.platform },
    { key: 'resolution', value: info.resolution ?? measured?.resolution ?? '' },
    { key: 'duration', value: seconds === null ? '' : displayDuration(seconds) },
    { key: 'size', value: info.fileSize === null ? '' : previewSize(info.fileSize) },
    { key: 'streams', value: info.streamSize === null ? '' : previewSize(info.streamSize) },
    { key: 'bitrate', value: rate === null ? '' : bitrate(rate) },
  ] as const;
  return (
    <section aria-labelledby="details" className={`card grid content-start gap-4 p-5 ${className}`}>
      <h2 id="details" className="text-base">
        {t('details.heading')}
      </h2>
      <div className="grid grid-cols-1 gap-4">
        {showsPicture && <Thumbnail url={info.thumbnailUrl} className="w-full max-lg:hidden" />}
        <dl className="grid grid-cols-1 content-start gap-x-10 gap-y-2 text-sm sm:max-lg:grid-cols-2">
          {rows
            .filter(({ value }) => value !== '')
            .map(({ key, value }) => (
              <div key={key} className="flex flex-wrap justify-between gap-x-4">
                <dt className="text-muted">{t(`details.${key}`)}</dt>
                <dd className="font-medium tabular-nums">{value}</dd>
              </div>
            ))}
          {info.originalUrl !== null && (
            <div className="grid gap-0.5">
              <dt className="text-muted">{t('details.source')}</dt>
              <dd dir="ltr" className="text-start rtl:text-end">
                <TextLink kind="address" href={info.originalUrl} rel="noreferrer">
                  {truncateUrl(info.originalUrl, LIMITS.shownUrlLength)}
                </TextLink>
              </dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}
