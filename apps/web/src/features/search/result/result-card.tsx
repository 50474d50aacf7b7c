import '../../../theme/later.css';
import type { VideoInfo } from '@dipper/contract';
import type { Namespace } from '@dipper/site';
import { Image } from 'lucide-react';
import { type AskedClip, clipInText } from '@dipper/media';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useDeviceChoice } from './device-choice.js';
import { useCurrentPage } from '../../../site/current-page.js';
import { leftFormat } from '../../../entities/media/handover/left-for-page.js';
import { leaveFactsOf } from '../../../entities/media/handover/page-facts.js';
import { savesAtOnce } from '../../../entities/task/at-once/save-at-once.js';
import { lazyComponent } from '../../../lib/react/lazy-component.js';
import { usePreferences } from '../../../entities/session/preferences.js';
import { LazySection } from '../../../ui/loading/lazy-section.js';
import { ThumbnailPlace } from '../../../entities/media/thumbnail.js';
import { pageOfSearch } from '../form/check-link.js';
import { UnusedNote, unusedParts } from '../form/unused/unused-note.js';
import { BestFormat } from './formats/best-format.js';
import { formatAgain } from './formats/format-again.js';
import { MissingSizes } from './formats/format-size.js';
import { choiceOf, preselect } from './formats/preselect.js';
import { clipLink, downloadLink, playLink } from './preview-link.js';
import { ResultFacts } from './result-facts.js';
import { PartOfList } from '../list/part-of-list.js';
import { offersOf } from './sections/offer-of-format.js';
import { useWantedClip } from './sections/clip-request.js';
import { Sections } from './sections/sections.js';
import { type LoadLinkBox, ShareFold } from './share-fold.js';
import { useFocusHeading } from './use-focus-heading.js';
import { useScrollIntoView } from './use-scroll-into-view.js';
import { CloseButton } from '../../../ui/buttons/close-button.js';
import { imageAddress } from '../../../lib/api/api-address.js';
import { useSite } from '../../../site/site.js';

function SavePicture(props: { readonly url: string; readonly grant: string | null }) {
  const { t } = useTranslation('search');
  const { api } = useSite().config;
  return (
    <a
      href={`${imageAddress(api, props.url, props.grant)}&download=1`}
      download=""
      className="flex min-h-11 items-center gap-2 rounded-xl px-3 font-semibold hover:bg-sunk"
    >
      <Image aria-hidden size={18} className="text-muted" />
      {t('result.picture')}
    </a>
  );
}

/** Loaded on demand, because only accounts and devices with automatic downloads need it. */
const autoStart = lazyComponent(async () => (await import('./auto-start.js')).AutoStart);
const TEXTS: readonly Namespace[] = ['profile'];

/** Returns how the download starts without a press; null if it waits for one. */
function startOf(clip: AskedClip | null, isAutomatic = false): 'at-once' | 'countdown' | null {
  if (savesAtOnce()) {
    return 'at-once';
  }
  return isAutomatic && clip === null ? 'countdown' : null;
}

interface ResultCardProps {
  readonly info: VideoInfo;
  /**
   * The link as pasted, which may contain a start time, followed by a clip's times if there are any
   * (`clipText`).
   */
  readonly link: string;
  /** False when the visitor returned to this result, so the page does not scroll. */
  readonly isNew: boolean;
  /** True while sizes may still arrive. */
  readonly asksSizes: boolean;
  /**
   * True if the visitor has just submitted the link. Otherwise, no automatic download may start.
   */
  readonly mayStart?: boolean;
  readonly onClear: () => void;
  readonly onSearch?: (url: string) => void;
  /** Loads the share box, if the page has one. */
  readonly share?: LoadLinkBox | undefined;
}

/** The result: the item, a button for the recommended format, and all other formats below. */
export function ResultCard(props: ResultCardProps) {
  const { info, isNew, asksSizes, mayStart, onClear, onSearch, share } = props;
  const clip = useMemo(() => clipInText(props.link), [props.link]);
  const link = pageOfSearch(props.link);
  const unused = useMemo(() => unusedParts(props.link), [props.link]);
  const { t } = useTranslation('search');
  const card = useRef<HTMLElement>(null);
  const { thumbnail_url: picture } = info;
  const pictured = picture !== null;
  const { offersFirst } = useCurrentPage();
  const [onDevice, setOnDevice] = useDeviceChoice();
  const preferences = usePreferences();
  // Fixed on mount, so that enabling the preference next to a result does not start a download.
  const [start] = useState(() =>
    mayStart === true ? startOf(clip, preferences?.auto_download) : null,
  );
  const onlySound = info.formats.every((format) => format.is_audio_only);
  const choice = choiceOf(offersFirst, onDevice, preferences?.default_audio_format, onlySound);
  const recommended =
    formatAgain(info.formats, leftFormat([link, info.webpage_url])) ??
    preselect(info.formats, choice, preferences?.default_video_quality);
  const only = info.formats.length === 1 && playLink(info, recommended) === null;
  // Store these facts for the preview page, because its query does not contain them.
  useEffect(() => leaveFactsOf(info), [info]);
  const wanted = useWantedClip([link, info.webpage_url], clip);
  const wantsClip = wanted !== null && offersOf(info.formats).length > 0;
  const [clipPlace, setClipPlace] = useState<HTMLElement | null>(null);
  const [section, setSection] = useState('');
  const inClip = section === 'clip';
  // Late sizes do not make this a new result.
  useScrollIntoView(card, isNew ? info.webpage_url : null);
  useFocusHeading(card, isNew ? props.link : null);

  return (
    <section
      ref={card}
      aria-label={t('result.region')}
      className="card relative grid -scroll-mt-2.5 grid-cols-1 gap-6 p-[min(1.25rem,5vw)] sm:p-7"
    >
      {/* First in the tab order, as it is visually. The focus starts at the heading after it. */}
      <CloseButton
        label={t('result.clear')}
        onClick={onClear}
        className={`absolute z-1 ${
          pictured
            ? 'end-7 top-7 max-sm:rounded-full max-sm:bg-surface max-sm:text-text'
            : 'end-2 top-2 sm:end-7 sm:top-7'
        }`}
      />
      <div className="flex flex-wrap gap-5 sm:flex-nowrap">
        {pictured && (
          <ThumbnailPlace
            url={picture}
            grant={info.thumbnail_grant}
            className="w-full self-start sm:w-[min(15rem,35%)]"
          />
        )}
        <ResultFacts info={info} besideClear={!pictured} />
      </div>
      {(unused.hasTimes || unused.links.length > 0) && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm font-medium text-accent">
          <UnusedNote parts={unused} onLinks={(text) => onSearch?.(text)} />
        </p>
      )}
      {onSearch !== undefined && <PartOfList list={info.list} onSearch={onSearch} />}
      {wantsClip && (
        <div
          ref={setClipPlace}
          className="grid min-h-16 grid-cols-1 gap-3 rounded-xl empty:bg-sunk"
        />
      )}
      <BestFormat
        info={info}
        format={recommended}
        only={only}
        isWhole={wantsClip}
        isQuiet={wantsClip || inClip}
      />
      {start !== null && clip === null && (
        <LazySection id="auto" texts={TEXTS} place="min-h-22 sm:min-h-14">
          <autoStart.Component info={info} format={recommended} atOnce={start === 'at-once'} />
        </LazySection>
      )}
      {only && <MissingSizes formats={info.formats} asks={asksSizes} holdsAll />}
      <Sections
        // Remount for another item, which starts with its own first section.
        key={`sections ${info.webpage_url}`}
        {...{ info, link, recommended, only, asksSizes, onDevice }}
        request={
          wanted && {
            ...wanted,
            actionPlace: clipPlace,
            atOnce: start === 'at-once' && clip !== null,
          }
        }
        inClip={inClip}
        onSection={setSection}
        soundFirst={choice !== 'usual'}
        onChoice={setOnDevice}
      />
      {(info.picture_url !== null || share !== undefined) && (
        <div className="-mx-1 -mb-2 flex flex-wrap items-start gap-x-2 border-t border-line pt-3">
          {info.picture_url !== null && (
            <SavePicture url={info.picture_url} grant={info.picture_grant} />
          )}
          {share !== undefined && (
            <ShareFold
              key={info.webpage_url}
              path={clip === null ? downloadLink(info, recommended) : clipLink(info, clip)}
              load={share}
            />
          )}
        </div>
      )}
    </section>
  );
}
