import type { Format, VideoInfo } from '@dipper/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.js';
import type { DeviceChoice } from '../device-choice.js';
import { FoldArrow } from '../../../../ui/icons/fold-arrow.js';
import { Tabs } from '../../../../ui/tabs.js';
import { FormatList } from '../formats/format-list.js';
import { MissingSizes } from '../formats/format-size.js';
import { type FormatGroups, groupFormats } from '../formats/group-formats.js';
import { OtherLanguages } from '../formats/other-languages.js';
import { clipSection, prefetchSection, subtitleSection } from './lazy-sections.js';
import { LazySection } from '../../../../ui/loading/lazy-section.js';
import { SoundSection } from './sound-section.js';
import type { ClipRequest } from './clip-request.js';
import { playLink } from '../preview-link.js';
import { isWishable, offersOf } from './offer-of-format.js';

interface SectionsProps {
  readonly info: VideoInfo;
  /** The link as pasted, which may contain a start time. */
  readonly link: string;
  readonly recommended: Format;
  /** True if there is only one format. */
  readonly only: boolean;
  /** True while sizes may still arrive. */
  readonly asksSizes: boolean;
  readonly soundFirst: boolean;
  /** Null if the visitor has not asked for a clip. */
  readonly request: ClipRequest | null;
  /** True while the clip section is the one that is shown. */
  readonly inClip: boolean;
  /** Called with the id of the section that the visitor switches to. */
  readonly onSection: (id: string) => void;
  readonly onDevice: DeviceChoice;
  readonly onChoice: (choice: DeviceChoice) => void;
}

interface Section {
  readonly id: string;
  readonly label: string;
  readonly panel: ReactNode;
}

function AllFormats(
  props: FormatGroups & Pick<SectionsProps, 'info' | 'recommended' | 'asksSizes'>,
) {
  const { video, audio, converted, info, recommended, asksSizes } = props;
  const { t } = useTranslation('search');
  return (
    <div className="grid grid-cols-1 gap-6">
      <FormatList heading={t('result.video')} formats={video} {...{ info, recommended }} />
      <FormatList
        heading={t('result.audio')}
        formats={[...audio, ...converted]}
        {...{ info, recommended }}
      />
      <OtherLanguages info={info} />
      <MissingSizes formats={info.formats} asks={asksSizes} />
    </div>
  );
}

/** Returns the item's sections, without empty ones. */
function useSections(props: SectionsProps & { readonly omitsVideo: boolean }): Section[] {
  const { info, link, recommended, only, asksSizes, soundFirst, onDevice, onChoice } = props;
  const { t } = useTranslation('search');
  const groups = groupFormats(info.formats);
  const { video, audio, converted } = groups;
  const offers = offersOf(info.formats);
  const captioned = [recommended, ...offers].find(
    (format) => isWishable(format) && !format.is_audio_only,
  );
  const [offer] = offers;
  const lists = [
    video.length > 0 &&
      !props.omitsVideo && {
        id: 'video',
        label: t('result.video'),
        panel: (
          <div className="grid grid-cols-1 gap-4">
            <FormatList formats={video} {...{ info, recommended }} />
            <MissingSizes formats={video} asks={asksSizes} />
          </div>
        ),
      },
    audio.length + converted.length > 0 && {
      id: 'sound',
      label: t('result.sections.sound'),
      panel: (
        <SoundSection {...{ info, audio, converted, recommended, asksSizes, onDevice, onChoice }} />
      ),
    },
  ];
  const sections = [
    ...(only ? [] : soundFirst ? lists.reverse() : lists),
    offer !== undefined &&
      info.subtitles.length > 0 && {
        id: 'subtitles',
        label: t('result.sections.subtitles'),
        panel: (
          <LazySection id="subtitles">
            <subtitleSection.Component {...{ info, offer }} video={captioned ?? null} />
          </LazySection>
        ),
      },
    offer !== undefined && {
      id: 'clip',
      label: t('result.sections.clip'),
      panel: (
        <LazySection id="clip">
          <clipSection.Component
            {...{ info, link, offers, recommended }}
            asksDuration={asksSizes}
            request={props.request}
            isMain={props.inClip}
          />
        </LazySection>
      ),
    },
    // Omitted if another section already lists all formats.
    Math.max(video.length, audio.length + converted.length) < info.formats.length && {
      id: 'all',
      label: t('result.sections.all', { count: info.formats.length }),
      panel: <AllFormats {...{ ...groups, info, recommended, asksSizes }} />,
    },
  ];
  return sections.filter((section) => section !== false);
}

interface FoldProps extends Section {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** A section on its own. A single tab would have nothing to switch to. */
function Fold({ label, panel, isOpen, onOpen }: FoldProps) {
  const [wasOpen] = useState(isOpen);
  return (
    <details
      open={wasOpen}
      className="-mx-1 min-w-0"
      onToggle={({ currentTarget }) => currentTarget.open && onOpen()}
    >
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 rounded-xl px-3 font-semibold hover:bg-sunk">
        {label}
        <FoldArrow />
      </summary>
      <div className="px-1 pt-3">{isOpen && panel}</div>
    </details>
  );
}

/** True if the recommended button is already the only row of the video section. */
function isOnlyVideo({ info, recommended }: SectionsProps): boolean {
  const { video } = groupFormats(info.formats);
  return video.length === 1 && video[0] === recommended && playLink(info, recommended) === null;
}

/** Returns the id of the initially open section; '' for none. */
function firstSection({ only, request }: SectionsProps, sections: readonly Section[]): string {
  const wanted = request !== null && sections.some(({ id }) => id === 'clip') ? 'clip' : null;
  return wanted ?? (only ? '' : (sections[0]?.id ?? ''));
}

/**
 * Everything besides the recommended format, in sections of which one is open. With a single
 * format, all of them start closed. Sections load their code when they are opened.
 */
export function Sections(props: SectionsProps) {
  const { t } = useTranslation('search');
  // Fixed on mount, because a choice made inside a section must not reorder the tabs.
  const [soundFirst] = useState(props.soundFirst);
  const [omitsVideo] = useState(() => isOnlyVideo(props));
  const sections = useSections({ ...props, soundFirst, omitsVideo });
  const [first] = useState(() => firstSection(props, sections));
  const [opened, setOpened] = useState<readonly string[]>([first]);
  const open = (id: string) => {
    prefetchSection(id);
    setOpened((before) => [...before.filter((one) => one !== id), id]);
  };
  const [only] = sections;
  if (props.request?.clip && sections.every(({ id }) => id !== 'clip')) {
    return (
      <>
        <p role="status" className="px-3 font-medium text-accent">
          {t('clip.impossible')}
        </p>
        <Sections {...props} request={null} />
      </>
    );
  }
  if (only === undefined) {
    return null;
  }
  if (sections.length === 1) {
    return <Fold {...only} isOpen={opened.includes(only.id)} onOpen={() => open(only.id)} />;
  }
  return (
    <Tabs
      label={t('result.sections.label')}
      tabs={sections.map(({ panel, ...section }) => ({
        ...section,
        panel: opened.includes(section.id) ? panel : null,
      }))}
      initial={first}
      onChange={(id) => {
        open(id);
        props.onSection(id);
      }}
    />
  );
}
