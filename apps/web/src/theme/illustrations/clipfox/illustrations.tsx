import type { BrandDrawings } from '../brand-drawings.js';
import { CardGround } from '../ground.js';
import { OnForm, type OnFormProps } from '../on-form.js';
import { SlateEdge } from './edge.js';
import { WaitingFox } from './figure.js';
import { FoxMark } from './mark.js';

function Standing(props: OnFormProps) {
  return <OnForm {...props} Figure={WaitingFox} width="w-60 xl:w-66" />;
}

export const illustrations: BrandDrawings = {
  Mark: FoxMark,
  Standing,
  Edge: SlateEdge,
  Below: CardGround,
  ground: 'bg-surface',
};
