import { isConverted } from '@dipper/client';
import type { Format, VideoInfo } from '@dipper/contract';
import { useTranslation } from '../../../../i18n/use-translation.js';
import type { DeviceChoice } from '../device-choice.js';
import { FormatList } from '../formats/format-list.js';
import { MissingSizes } from '../formats/format-size.js';
import type { FormatGroups } from '../formats/group-formats.js';
import { preselect } from '../formats/preselect.js';
import { choiceSelect } from './lazy-sections.js';
import { LazySection } from '../../../../ui/loading/lazy-section.js';

interface SoundSectionProps extends Pick<FormatGroups, 'audio' | 'converted'> {
  readonly info: VideoInfo;
  readonly recommended: Format;
  /** True while sizes may still arrive. */
  readonly asksSizes: boolean;
  readonly onDevice: DeviceChoice;
  readonly onChoice: (choice: DeviceChoice) => void;
}

/** The source's own audio, followed by conversions of it. */
export function SoundSection(props: SoundSectionProps) {
  const { audio, converted, info, recommended, asksSizes, onDevice, onChoice } = props;
  const { t } = useTranslation('search');
  const [firstConverted] = converted;
  // Beside a recommended video, mark the MP3 bitrate that suits the source.
  const marked =
    recommended.is_audio_only || firstConverted === undefined
      ? recommended
      : preselect(info.formats, 'mp3');
  return (
    <div className="grid grid-cols-1 gap-5">
      <FormatList
        heading={t('result.sections.asItIs')}
        formats={audio}
        {...{ info, recommended }}
      />
      <FormatList
        heading={t('result.sections.converted')}
        formats={converted}
        info={info}
        recommended={isConverted(marked) ? marked : recommended}
      />
      <MissingSizes formats={[...audio, ...converted]} asks={asksSizes} />
      <LazySection id="choice" place="min-h-11">
        <choiceSelect.Component choice={onDevice} onChoice={onChoice} />
      </LazySection>
    </div>
  );
}
