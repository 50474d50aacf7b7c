/**
 * Freezes the page's animations at a moment and then removes them, so that none of them ends.
 * @param ms the time since they began, in milliseconds
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
