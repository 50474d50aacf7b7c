import type { BrandDrawings } from '../brand-drawings.js';
import { SunkGround } from '../ground.js';
import { OnForm, type OnFormProps } from '../on-form.js';
import { LevelEdge } from './edge.js';
import { HermitCrab } from './figure.js';
import { ShellMark } from './mark.js';

function Standing(props: OnFormProps) {
  return <OnForm {...props} Figure={HermitCrab} width="w-64 xl:w-72" />;
}

export const illustrations: BrandDrawings = {
  Mark: ShellMark,
  Standing,
  Edge: LevelEdge,
  Below: SunkGround,
  ground: 'bg-sunk',
};
