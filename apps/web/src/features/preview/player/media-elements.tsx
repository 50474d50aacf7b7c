import { Music } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { imageAddress } from '../../../lib/api/api-address.js';
import { useSite } from '../../../lib/site.js';
import { Thumbnail } from '../../../ui/thumbnail.js';

type MediaProps<Tag extends 'audio' | 'video'> = Omit<ComponentProps<Tag>, 'title'> & {
  readonly title: string;
  readonly pictureUrl: string | null;
};

/** The browser's video player. */
export function VideoElement({ title, pictureUrl, ...media }: MediaProps<'video'>) {
  const { t } = useTranslation('preview');
  const { api } = useSite().config;
  return (
    <video
      {...media}
      playsInline
      aria-label={t('player.video', { title })}
      poster={pictureUrl === null ? undefined : imageAddress(api, pictureUrl)}
      className="player-place rounded-2xl bg-black object-contain"
    />
  );
}

/** The cover of a piece of audio; a note stands behind it for where there is none. */
function Cover({ url }: { readonly url: string | null }) {
  return (
    <div className="relative grid aspect-square w-40 shrink-0 place-items-center overflow-hidden rounded-xl bg-sunk text-primary sm:w-32">
      <Music aria-hidden size={32} />
      {url !== null && <Thumbnail url={url} className="absolute inset-0 size-full" />}
    </div>
  );
}

interface AudioCardProps {
  readonly pictureUrl: string | null;
  readonly children: ReactNode;
}

/** What plays a piece of audio, beside its cover; on a phone below it. */
export function AudioCard({ pictureUrl, children }: AudioCardProps) {
  return (
    <div className="card flex items-center gap-5 p-5 max-sm:flex-col">
      <Cover url={pictureUrl} />
      {children}
    </div>
  );
}

/** The browser's audio player beside the cover. */
export function AudioElement({ title, pictureUrl, ...media }: MediaProps<'audio'>) {
  const { t } = useTranslation('preview');
  return (
    <AudioCard pictureUrl={pictureUrl}>
      <audio
        {...media}
        aria-label={t('player.audio', { title })}
        className="h-13.5 w-full min-w-0 sm:flex-1"
      />
    </AudioCard>
  );
}
