/**
 * Keeps the page as its animations show it at a moment, and removes them, so that none of them ends.
 * @param ms since they began
 */
export function holdAnimations(ms: number): void {
  for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = ms;
  }
  for (const animation of document.getAnimations()) {
    const { effect } = animation;
    if (effect instanceof KeyframeEffect && effect.pseudoElement === null) {
      animation.commitStyles();
    }
    animation.cancel();
  }
}
