import { type PreviewQuery, previewQuerySchema, wishInQuery } from '@dipper/contract';
import { clockTime } from '@dipper/media';
import { useEffect, useMemo, useRef } from 'react';
import { useUnits } from '../../i18n/use-units.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useSite } from '../../lib/site.js';
import { DirectPreview } from './direct-preview.js';
import { timesFetched } from './ended/fetched-paths.js';
import { useFormatWords } from './file/use-file-words.js';
import { shownAs } from './file/shown-as.js';
import { useMedia } from './address/use-media.js';
import type { MediaInfo, PictureUse } from './details/media-details.js';
import { MergePreview } from './merge-preview.js';
import type { Merge } from './merge/merge.reducer.js';
import { MergeHead, PreviewHead } from './frame/preview-head.js';
import { PreviewFrame } from './frame/preview-frame.js';
import { previewMode, type PreviewMode } from './address/preview-mode.js';
import { usePreviewParts } from './preview-parts.js';
import { ShownQueryProvider, useShownQuery } from './address/shown-query.js';
import { useMerge } from './merge/use-merge.js';
import { useMeasured } from './details/use-measured.js';
import { useRelaySize } from './details/use-relay-size.js';
import { useCompleteQuery } from './address/use-complete-query.js';
import { useKeptTask } from './use-kept-task.js';
import { useNotedStart } from './use-noted-start.js';

/** What stands over the title, until something has gone wrong. */
function useEyebrow(merge: Merge): string {
  const { t } = useTranslation('preview');
  if (merge.phase === 'complete') {
    return t('title.here');
  }
  return isAtWork(merge) ? t('title.making') : '';
}

/** Audio shows its cover itself; a video its poster, which on a narrow screen is near enough. */
function besidePlayer(isAudio: boolean): PictureUse {
  return isAudio ? 'never' : 'wide';
}

/** Without a file: no video will stand there. */
function hasEnded({ phase }: Merge): boolean {
  return phase === 'failed' || phase === 'cancelled';
}

/** Until then the picture stands nowhere else on a narrow screen. */
function isAtWork({ phase }: Merge): boolean {
  return phase === 'starting' || phase === 'running';
}

/** Made of streams that are joined whole; what else is made is fetched in part, or of one. */
function isJoin({ kind }: Merge): boolean {
  return kind === null || kind === 'join' || kind === 'captioned';
}

/** Where a clip begins and ends in its item, as read from left to right; '' of what is none. */
function useClipRange(): string {
  const wish = wishInQuery(useShownQuery().recipe);
  return wish?.kind === 'clip'
    ? `\u2066${clockTime(wish.start)} – ${clockTime(wish.end)}\u2069`
    : '';
}

/** What a file is, below its title. @param bytes null when its size is not known */
function useBadges(bytes: number | null): readonly string[] {
  const { previewSize } = useUnits();
  const size = bytes === null ? '' : previewSize(bytes);
  return [useFormatWords(), useClipRange(), size].filter(Boolean);
}

interface ModeProps {
  readonly query: PreviewQuery;
}

function MergeScreen({ query, taskId }: ModeProps & { readonly taskId: string }) {
  const { info, texts } = useMedia(query);
  const running = useMerge(taskId);
  useKeptTask(running.merge, { ...texts, taskId, resolution: info.resolution });
  useNotedStart(running.merge, taskId);
  const { sizes } = running.merge;
  const isBundle = shownAs(texts.filename) === 'bundle';
  const known: MediaInfo = {
    ...info,
    fileSize: sizes.final_file ?? info.fileSize,
    streamSize: isJoin(running.merge) ? sizes.combined_streams : null,
  };
  return (
    <PreviewFrame
      title={texts.title}
      eyebrow={useEyebrow(running.merge)}
      badges={useBadges(sizes.final_file ?? info.fileSize ?? sizes.combined_streams)}
      pictureUrl={isAtWork(running.merge) ? texts.thumbnailUrl : null}
      info={known}
      picture={besidePlayer(texts.isAudio)}
      keepsHeight={!texts.isAudio && !hasEnded(running.merge) && !isBundle}
    >
      <MergeHead merge={running.merge} platform={info.platform} media={texts} />
      <MergePreview taskId={taskId} running={running} media={texts} />
    </PreviewFrame>
  );
}

interface DirectScreenProps extends ModeProps {
  readonly mode: Extract<PreviewMode, { kind: 'direct' }>;
  /** How often it was fetched again. */
  readonly times: number;
}

function DirectScreen({ query, mode, times }: DirectScreenProps) {
  const { t } = useTranslation('preview');
  const { info, texts } = useMedia(query);
  // Asked for what the address does not say, of media that is there.
  const isOpen = useMeasured() !== null;
  const relaySize = useRelaySize(isOpen && info.fileSize === null ? mode.download : null);
  const known: MediaInfo = { ...info, fileSize: info.fileSize ?? relaySize };
  return (
    <PreviewFrame
      title={texts.title}
      eyebrow={t('title.here')}
      // Without what is asked for late, which would move what stands below.
      badges={useBadges(info.fileSize)}
      info={known}
      picture={besidePlayer(texts.isAudio)}
      keepsHeight={!texts.isAudio}
      needsScript={mode.hls}
    >
      <PreviewHead
        title={`${t('title.preview')} | ${info.platform} | ${texts.title}`}
        media={texts}
      />
      <DirectPreview
        key={`${mode.src} ${times}`}
        mode={mode}
        sizeBytes={known.fileSize}
        {...texts}
      />
    </PreviewFrame>
  );
}

function NoUrlScreen() {
  const { t } = useTranslation('preview');
  const { start } = usePreviewParts();
  return (
    <PreviewFrame title={t('messages.player.noUrl')} info={null}>
      <PreviewHead title={t('messages.player.noUrl')} />
      <p className="max-w-xl text-lg text-muted lg:mb-6">{t('none.text')}</p>
      {start}
    </PreviewFrame>
  );
}

/**
 * Changes whenever this address has been fetched again, also where that led to the same one. The
 * focus then starts at what is new.
 */
function useTimesFetched(): number {
  const { search } = useLocation();
  const times = timesFetched(search);
  const last = useRef({ search, times });
  useEffect(() => {
    const before = last.current;
    last.current = { search, times };
    if (times > 0 && (before.search !== search || before.times !== times)) {
      document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus();
    }
  }, [search, times]);
  return times;
}

function ModeScreen({ query }: ModeProps) {
  const { origin, config } = useSite();
  const mode = previewMode(query, { origin, baseUrl: config.api.baseUrl });
  const times = useTimesFetched();
  switch (mode.kind) {
    case 'merge':
      // Another task is another page: nothing of the last one may stay.
      return <MergeScreen key={`${mode.taskId} ${times}`} query={query} taskId={mode.taskId} />;
    case 'direct':
      return <DirectScreen query={query} mode={mode} times={times} />;
    case 'none':
      return <NoUrlScreen />;
  }
}

/** The preview page: what its address asks for decides everything. */
export function PreviewScreen() {
  const [params] = useSearchParams();
  const asked = useMemo(() => previewQuerySchema.parse(Object.fromEntries(params)), [params]);
  const query = useCompleteQuery(asked);
  return (
    <ShownQueryProvider value={query}>
      <ModeScreen query={query} />
    </ShownQueryProvider>
  );
}
