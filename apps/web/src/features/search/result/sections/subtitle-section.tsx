import type { Format, SubtitleWish, VideoInfo, Wish } from '@dipper/contract';
import { ChevronDown, LoaderCircle } from 'lucide-react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { AlertBox } from '../../../../ui/alert-box.js';
import { Badge } from '../../../../ui/badge.js';
import { Button } from '../../../../ui/buttons/button.js';
import { type CreatingTask, useCreateTask } from '../../../../entities/task/use-create-task.js';
import { taskPath } from '../../../../entities/task/task-path.js';
import {
  orderedSubtitles,
  type NamedSubtitles,
} from '../../../../entities/media/ordered-subtitles.js';
import { useFold } from '../use-fold.js';
import { offerOfFormat } from './offer-of-format.js';

/** How many languages are shown initially. Auto-translations can add a hundred. */
const SHOWN = 6;
const TYPES = ['srt', 'vtt', 'txt', 'md'] as const satisfies readonly SubtitleWish['format'][];

interface SubtitleSectionProps {
  readonly info: VideoInfo;
  /** Any format, because all of an item's formats share its subtitles. */
  readonly offer: Format;
  /** The video in which to embed the subtitles; null for audio. */
  readonly video: Format | null;
}

interface RowProps extends SubtitleSectionProps {
  readonly subtitles: NamedSubtitles;
  readonly wishing: CreatingTask;
}

function SubtitleRow({ info, offer, video, subtitles, wishing }: RowProps) {
  const { t } = useTranslation('extras');
  const { language, machine, shownName: name } = subtitles;
  const { creating, make } = wishing;
  const isBusy = creating.phase === 'busy';
  const own = machine ? { machine } : {};
  const button = (type: string, words: string, of: Format, wish: Wish) => {
    const id = `${language} ${String(machine)} ${type}`;
    const isOwn = isBusy && creating.name === id;
    return (
      <Button
        key={type}
        variant="plain"
        tone="text"
        className="max-sm:px-2"
        aria-label={t('subtitles.get', { language: name, type: words })}
        busy={isBusy}
        aria-busy={isOwn || undefined}
        onClick={() =>
          make(id, { offerId: of.offer_id, wish }, (task) =>
            taskPath(offerOfFormat(info, of), wish, task),
          )
        }
      >
        {isOwn && <LoaderCircle aria-hidden size={16} className="animate-spin" />}
        {words}
      </Button>
    );
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 sm:px-4">
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 max-sm:w-full">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        {machine && <Badge>{t('subtitles.machine')}</Badge>}
      </span>
      <span className="flex flex-wrap gap-x-1 max-sm:-ms-2">
        {TYPES.map((format) =>
          button(format, t(`subtitles.types.${format}`), offer, {
            kind: 'subtitle',
            ...{ language, format, ...own },
          }),
        )}
        {video !== null &&
          button('video', t('subtitles.inVideo'), video, { kind: 'captioned', language, ...own })}
      </span>
    </li>
  );
}

/**
 * An item's subtitles: human-made before auto-generated ones, and the visitor's own languages
 * first.
 */
export function SubtitleSection(props: SubtitleSectionProps) {
  const { t, i18n } = useTranslation('extras');
  const wishing = useCreateTask();
  const { creating } = wishing;
  const all = orderedSubtitles(
    props.info.subtitles,
    i18n.language,
    navigator.languages,
    t('subtitles.unknown'),
  );
  const { list, hidden, unfold } = useFold(all.length, SHOWN);
  return (
    <div className="grid grid-cols-1 gap-3">
      {creating.phase === 'failed' && <AlertBox>{creating.error}</AlertBox>}
      <ul ref={list} className="divide-y divide-line">
        {all.slice(0, all.length - hidden).map((subtitles) => (
          <SubtitleRow
            key={`${subtitles.language} ${String(subtitles.machine)}`}
            {...{ ...props, subtitles, wishing }}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="plain" tone="link" onClick={unfold}>
          {t('subtitles.more', { count: hidden })}
          <ChevronDown aria-hidden size={18} />
        </Button>
      )}
    </div>
  );
}
