import { type ClipWish, previewQuerySchema } from '@dipper/contract';
import { linkInText, shortTime } from '@dipper/media';
import { useEffect, useMemo, useRef } from 'react';
import { useOnChange } from '../../lib/react/use-on-change.js';
import { useUnits } from '../../i18n/format/units.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useLocation } from 'react-router-dom';
import { useSite } from '../../site/site.js';
import { OpenClip } from './clip/open-clip.js';
import { DirectPreview } from './direct-preview.js';
import { timesFetched } from './ended/fetched-paths.js';
import { useFormatWords } from './file/use-file-words.js';
import { shownAs } from './file/shown-as.js';
import type { MediaSizes } from './details/media-details.js';
import { MergePreview } from './merge-preview.js';
import {
  isAtWork,
  isTaskLost,
  mayReturn,
  type Merge,
} from '../../entities/task/follow/merge.reducer.js';
import { MergeHead, PreviewHead } from './layout/preview-head.js';
import { PreviewFrame } from './layout/preview-frame.js';
import { type PreviewMode, previewMode } from './address/preview-mode.js';
import { usePreviewParts } from './preview-context.js';
import {
  ShownQueryProvider,
  useMedia,
  useShownQuery,
  useShownWish,
} from './address/shown-media.js';
import { useMerge } from '../../entities/task/follow/use-merge.js';
import { useMeasured, useRelaySize } from './details/use-measured.js';
import { useCompleteQuery } from './address/use-complete-query.js';
import { useKeptTask } from './use-kept-task.js';
import { useLeaving } from './use-leaving.js';
import { PlateOfState } from '../../ui/plate.js';
import { useNoteDownload } from './file/saving/use-note-download.js';

/** True if the page was reloaded or restored from history. */
function isSeenBefore(): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  const { name, type } = (entry ?? {}) as Partial<PerformanceNavigationTiming>;
  return name === window.location.href && type !== 'navigate';
}

/**
 * Reports a download when this page has started its task, once per attempt. A reloaded page does
 * not start one.
 */
function useNotedStart({ phase, run }: Merge, taskId: string): void {
  const note = useNoteDownload(taskId, null);
  const noted = useRef<number | null>(null);
  const isStarted = phase === 'running' || phase === 'complete';
  useEffect(() => {
    // A merge that recovers from a lost connection returns to `running`, but it is not a new
    // download.
    if (isStarted && noted.current !== run && !isSeenBefore()) {
      noted.current = run;
      note();
    }
  }, [isStarted, run, note]);
}

/** Returns the line above the title. There is always one, so that the title does not move. */
function useEyebrow(merge: Merge): string {
  const { t } = useTranslation('preview');
  if (merge.phase === 'complete') {
    return t('title.here');
  }
  if (isAtWork(merge)) {
    return t('title.making');
  }
  if (merge.phase === 'cancelled') {
    return t('progress.cancelledHeading');
  }
  if (merge.failure.kind === 'expired' || isTaskLost(merge.failure)) {
    return t('title.gone');
  }
  // A task whose server does not respond may still be running, so the page keeps asking.
  return t(mayReturn(merge) ? 'title.notYet' : 'title.notMade');
}

/** Returns the phase for the page's layout. */
function framePhase(merge: Merge): 'making' | 'ready' | 'ended' {
  return isAtWork(merge) ? 'making' : merge.phase === 'complete' ? 'ready' : 'ended';
}

/** True if whole streams are combined rather than parts or a single stream. */
function isJoin({ kind }: Merge): boolean {
  return kind === null || kind === 'join' || kind === 'captioned';
}

/** Returns the range of a clip, which shares its item's title; '' if this is not a clip. */
function useClipRange(): string {
  const { t } = useTranslation('preview');
  const wish = useShownWish();
  return wish?.kind === 'clip'
    ? t('clipBadge', { start: shortTime(wish.start), end: shortTime(wish.end) })
    : '';
}

/**
 * Returns the facts below a file's title.
 * @param bytes the size of the file; null if unknown
 */
function useBadges(bytes: number | null): readonly string[] {
  const { previewSize } = useUnits();
  const size = bytes === null ? '' : previewSize(bytes);
  return [useFormatWords(), useClipRange(), size].filter(Boolean);
}

function MergeScreen({ taskId }: { readonly taskId: string }) {
  const { title, filename, isAudio, sizeBytes, thumbnailUrl } = useMedia();
  const running = useMerge(taskId);
  useKeptTask(running.merge, taskId);
  useNotedStart(running.merge, taskId);
  const { shown: merge, leave } = useLeaving(running.merge);
  const phase = framePhase(merge);
  const pictureOfVideo =
    phase === 'ended' ? 'details' : shownAs(filename) === 'bundle' ? 'none' : 'player';
  const sizes: MediaSizes = {
    file: merge.sizes.final_file ?? sizeBytes,
    streams: isJoin(merge) ? merge.sizes.combined_streams : null,
  };
  return (
    <PreviewFrame
      title={title}
      eyebrow={useEyebrow(merge)}
      badges={useBadges(sizes.file ?? sizes.streams)}
      pictureUrl={thumbnailUrl}
      phase={phase}
      sizes={sizes}
      picture={isAudio ? 'none' : pictureOfVideo}
    >
      <MergeHead merge={merge} />
      <MergePreview taskId={taskId} running={{ ...running, merge }} leave={leave} />
    </PreviewFrame>
  );
}

interface DirectScreenProps {
  readonly mode: Extract<PreviewMode, { kind: 'direct' }>;
  /** How often the media has been renewed. */
  readonly times: number;
}

function DirectScreen({ mode, times }: DirectScreenProps) {
  const { t } = useTranslation('preview');
  const { title, isAudio, sizeBytes, platform } = useMedia();
  // Request the size only if the query lacks it and the media has loaded.
  const isOpen = useMeasured() !== null;
  const relaySize = useRelaySize(isOpen && sizeBytes === null ? mode.download : null);
  const file = sizeBytes ?? relaySize;
  return (
    <PreviewFrame
      title={title}
      eyebrow={t('title.here')}
      // A late size would shift the content below.
      badges={useBadges(sizeBytes)}
      phase="ready"
      sizes={{ file, streams: null }}
      picture={isAudio ? 'none' : 'player'}
      needsScript={mode.hls}
    >
      <PreviewHead title={`${t('title.preview')} | ${platform} | ${title}`} />
      <DirectPreview key={`${mode.src} ${times}`} mode={mode} sizeBytes={file} />
    </PreviewFrame>
  );
}

interface ClipScreenProps {
  readonly page: string;
  readonly wish: ClipWish;
}

/** A shared clip that has not been made yet. */
function ClipScreen({ page, wish }: ClipScreenProps) {
  const { t } = useTranslation('preview');
  const { title, site } = useMedia();
  return (
    <PreviewFrame title={title} badges={useBadges(null)} sizes={null}>
      <PreviewHead title={`${t('title.preview')} | ${site} | ${title}`} />
      <OpenClip page={page} wish={wish} />
    </PreviewFrame>
  );
}

function NoUrlScreen() {
  const { t } = useTranslation('preview');
  const { sourceUrl } = useMedia();
  const { start } = usePreviewParts();
  return (
    <PreviewFrame title={t('messages.player.noUrl')} sizes={null}>
      <PreviewHead title={t('messages.player.noUrl')} hasMedia={false} />
      <div className="flex flex-wrap items-center gap-5">
        <PlateOfState name="none" className="w-40 max-w-full" />
        <p className="max-w-xl min-w-0 grow basis-60 text-lg text-muted">{t('none.text')}</p>
      </div>
      {start(linkInText(sourceUrl ?? '') ?? '')}
    </PreviewFrame>
  );
}

/**
 * Returns a counter that changes whenever this URL is renewed, even if the renewal leads to the
 * same URL. The focus then moves to the new content.
 */
function useTimesFetched(): number {
  const { search } = useLocation();
  const times = timesFetched(search);
  useOnChange(`${times} ${search}`, () => {
    if (times > 0) {
      document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus();
    }
  });
  return times;
}

function ModeScreen() {
  const { origin, config } = useSite();
  const query = useShownQuery();
  const wish = useShownWish();
  const mode = previewMode(query, { origin, baseUrl: config.api.baseUrl });
  const times = useTimesFetched();
  switch (mode.kind) {
    case 'merge':
      // Remount for each task, so that no state of the previous one remains.
      return <MergeScreen key={`${mode.taskId} ${times}`} taskId={mode.taskId} />;
    case 'direct':
      return <DirectScreen mode={mode} times={times} />;
    case 'none':
      return wish?.kind === 'clip' && query.source_url !== undefined ? (
        <ClipScreen page={query.source_url} wish={wish} />
      ) : (
        <NoUrlScreen />
      );
  }
}

/** The preview page. Its query decides the mode. */
export function PreviewScreen() {
  const { search } = useLocation();
  const asked = useMemo(
    () => previewQuerySchema.parse(Object.fromEntries(new URLSearchParams(search))),
    [search],
  );
  return (
    <ShownQueryProvider value={useCompleteQuery(asked)}>
      <ModeScreen />
    </ShownQueryProvider>
  );
}
