import {
  type ClipWish,
  type PreviewQuery,
  previewQuerySchema,
  wishInQuery,
} from '@dipper/contract';
import { linkInText, shortTime } from '@dipper/media';
import { useEffect, useMemo, useRef } from 'react';
import { useOnChange } from '../../lib/react/use-on-change.js';
import { useUnits } from '../../i18n/format/use-units.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useLocation } from 'react-router-dom';
import { useSite } from '../../site/site.js';
import { OpenClip } from './clip/open-clip.js';
import { DirectPreview } from './direct-preview.js';
import { timesFetched } from './ended/fetched-paths.js';
import { useFormatWords } from './file/use-file-words.js';
import { shownAs } from './file/shown-as.js';
import { useMedia } from './address/use-media.js';
import type { MediaInfo } from './details/media-details.js';
import { MergePreview } from './merge-preview.js';
import {
  isAtWork,
  isTaskLost,
  mayReturn,
  type Merge,
} from '../../entities/task/follow/merge.reducer.js';
import { MergeHead, PreviewHead } from './layout/preview-head.js';
import { PreviewFrame } from './layout/preview-frame.js';
import { previewMode, type PreviewMode } from './address/preview-mode.js';
import { usePreviewParts } from './preview-context.js';
import { ShownQueryProvider, useShownQuery } from './address/shown-query.js';
import { useMerge } from '../../entities/task/follow/use-merge.js';
import { useMeasured } from './details/use-measured.js';
import { useRelaySize } from './details/use-relay-size.js';
import { useCompleteQuery } from './address/use-complete-query.js';
import { useKeptTask } from './use-kept-task.js';
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
  const wish = wishInQuery(useShownQuery().recipe);
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

interface ModeProps {
  readonly query: PreviewQuery;
}

function MergeScreen({ query, taskId }: ModeProps & { readonly taskId: string }) {
  const { info, texts, titlePlatform } = useMedia(query);
  const running = useMerge(taskId);
  useKeptTask(running.merge, { ...texts, taskId, resolution: info.resolution });
  useNotedStart(running.merge, taskId);
  const { sizes } = running.merge;
  const phase = framePhase(running.merge);
  const pictureOfVideo =
    phase === 'ended' ? 'details' : shownAs(texts.filename) === 'bundle' ? 'none' : 'player';
  const known: MediaInfo = {
    ...info,
    fileSize: sizes.final_file ?? info.fileSize,
    streamSize: isJoin(running.merge) ? sizes.combined_streams : null,
  };
  return (
    <PreviewFrame
      title={texts.title}
      eyebrow={useEyebrow(running.merge)}
      badges={useBadges(known.fileSize ?? known.streamSize)}
      pictureUrl={texts.thumbnailUrl}
      phase={phase}
      info={known}
      picture={texts.isAudio ? 'none' : pictureOfVideo}
    >
      <MergeHead merge={running.merge} platform={titlePlatform} media={texts} />
      <MergePreview taskId={taskId} running={running} media={texts} />
    </PreviewFrame>
  );
}

interface DirectScreenProps extends ModeProps {
  readonly mode: Extract<PreviewMode, { kind: 'direct' }>;
  /** How often the media has been renewed. */
  readonly times: number;
}

function DirectScreen({ query, mode, times }: DirectScreenProps) {
  const { t } = useTranslation('preview');
  const { info, texts, titlePlatform } = useMedia(query);
  // Request the size only if the query lacks it and the media has loaded.
  const isOpen = useMeasured() !== null;
  const relaySize = useRelaySize(isOpen && info.fileSize === null ? mode.download : null);
  const known: MediaInfo = { ...info, fileSize: info.fileSize ?? relaySize };
  return (
    <PreviewFrame
      title={texts.title}
      eyebrow={t('title.here')}
      // A late size would shift the content below.
      badges={useBadges(info.fileSize)}
      phase="ready"
      info={known}
      picture={texts.isAudio ? 'none' : 'player'}
      needsScript={mode.hls}
    >
      <PreviewHead
        title={`${t('title.preview')} | ${titlePlatform} | ${texts.title}`}
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

interface ClipScreenProps extends ModeProps {
  readonly page: string;
  readonly wish: ClipWish;
}

/** A shared clip that has not been made yet. */
function ClipScreen({ query, page, wish }: ClipScreenProps) {
  const { t } = useTranslation('preview');
  const { info, texts } = useMedia(query);
  return (
    <PreviewFrame title={texts.title} badges={useBadges(null)} info={null}>
      <PreviewHead
        title={`${t('title.preview')} | ${info.platform} | ${texts.title}`}
        media={texts}
      />
      <OpenClip page={page} wish={wish} />
    </PreviewFrame>
  );
}

function NoUrlScreen({ query }: ModeProps) {
  const { t } = useTranslation('preview');
  const { start } = usePreviewParts();
  return (
    <PreviewFrame title={t('messages.player.noUrl')} info={null}>
      <PreviewHead title={t('messages.player.noUrl')} />
      <div className="flex flex-wrap items-center gap-5">
        <PlateOfState name="none" className="w-40 max-w-full" />
        <p className="max-w-xl min-w-0 grow basis-60 text-lg text-muted">{t('none.text')}</p>
      </div>
      {start(linkInText(query.source_url ?? '') ?? '')}
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

function ModeScreen({ query }: ModeProps) {
  const { origin, config } = useSite();
  const mode = previewMode(query, { origin, baseUrl: config.api.baseUrl });
  const times = useTimesFetched();
  switch (mode.kind) {
    case 'merge':
      // Remount for each task, so that no state of the previous one remains.
      return <MergeScreen key={`${mode.taskId} ${times}`} query={query} taskId={mode.taskId} />;
    case 'direct':
      return <DirectScreen query={query} mode={mode} times={times} />;
    case 'none': {
      const wish = wishInQuery(query.recipe);
      return wish?.kind === 'clip' && query.source_url !== undefined ? (
        <ClipScreen query={query} page={query.source_url} wish={wish} />
      ) : (
        <NoUrlScreen query={query} />
      );
    }
  }
}

/** The preview page. Its query decides the mode. */
export function PreviewScreen() {
  const { search } = useLocation();
  const asked = useMemo(
    () => previewQuerySchema.parse(Object.fromEntries(new URLSearchParams(search))),
    [search],
  );
  const query = useCompleteQuery(asked);
  return (
    <ShownQueryProvider value={query}>
      <ModeScreen query={query} />
    </ShownQueryProvider>
  );
}
