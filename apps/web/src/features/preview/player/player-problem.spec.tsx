import { screen } from '@testing-library/react';
import { renderAt } from '../../../testing/render-at.js';
import { ShownQueryProvider } from '../address/shown-media.js';
import type { PlayerError } from './player-error.js';
import { type Fallback, PlayerProblem } from './player-problem.js';

const show = (error: PlayerError, isAudio: boolean, fallback: Fallback) =>
  renderAt(
    '/preview',
    <ShownQueryProvider value={{ is_audio: String(isAudio) }}>
      <PlayerProblem error={error} fallback={fallback} />
    </ShownQueryProvider>,
  );

describe('PlayerProblem', () => {
  it.each([
    ['network', true, null, "Content Not AvailableThe audio couldn't be loaded."],
    ['network', false, null, "Content Not AvailableThe video couldn't be loaded."],
    ['network', false, 'prepare', 'You can still download it.'],
    ['codec', false, 'download', 'You can still download it.'],
    ['codec', false, 'prepare', 'You can still download it.'],
  ] as const)(
    'explains the problem: %s, audio %p, alternative %p',
    (type, isAudio, fallback, text) => {
      show(type, isAudio, fallback);
      expect(screen.getByRole('alert')).toHaveTextContent(text);
    },
  );

  it('explains that the source does not allow playback', () => {
    show('refused', false, 'prepare');
    expect(screen.getByRole('alert')).toHaveTextContent(
      "Content Not AvailableThe site doesn't allow playback here, or couldn't be reached. You can still download it.",
    );
  });

  it('mentions no download if there is none', () => {
    show('codec', false, null);
    expect(screen.getByRole('alert')).not.toHaveTextContent(/still/);
  });

  it.each([
    [null, 'button-primary'],
    ['download', 'button-quiet'],
    ['prepare', 'button-quiet'],
  ] as const)(
    'links to the home page, and is the primary action only if there is no alternative: %p',
    (fallback, className) => {
      show('network', false, fallback);
      expect(screen.getByRole('button', { name: 'Go to Homepage' })).toHaveClass(className);
    },
  );
});
