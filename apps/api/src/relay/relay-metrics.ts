import { metrics } from '../infra/metrics/metrics.js';
import type { WorkOutcome } from '../infra/metrics/measured.js';

export type RelayContent = 'media' | 'image';

const open: Record<RelayContent, number> = { media: 0, image: 0 };
metrics.watch('dipper_relays_open', () =>
  Object.entries(open).map(([content, value]) => ({ labels: { content }, value })),
);

/** Reports a relayed request. @returns a function to call with the outcome when it has ended */
export function measureRelay(content: RelayContent): (outcome: WorkOutcome) => void {
  open[content] += 1;
  return (outcome) => {
    open[content] -= 1;
    metrics.count('dipper_relays_total', { content, outcome });
  };
}
