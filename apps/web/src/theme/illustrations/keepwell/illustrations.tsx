import type { BrandDrawings } from '../brand-drawings.js';
import { SunkGround } from '../ground.js';
import { OnForm, type OnFormProps } from '../on-form.js';
import { TabEdge } from './edge.js';
import { FolderRow } from './figure.js';
import { FolderMark } from './mark.js';

function Standing(props: OnFormProps) {
  return <OnForm {...props} Figure={FolderRow} width="w-64 xl:w-72" />;
}

export const illustrations: BrandDrawings = {
  Mark: FolderMark,
  Standing,
  Edge: TabEdge,
  Below: SunkGround,
  ground: 'bg-sunk',
};
