import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { MergePlan } from '../extract/merge-plan.js';
import { DiskStore } from '../infra/storage/disk.store.js';
import type { MadeFile } from './merge-run.js';
import { MergeTaskRepository } from './merge-task.repository.js';

/** A file about to go is not worth sharing: the sweep may be on its way, milliseconds. */
const MARGIN_MS = 60_000;

/** Lets visitors who ask for the same thing have the same bytes on disk. */
@Injectable()
export class FileSharing {
  constructor(
    private readonly tasks: MergeTaskRepository,
    private readonly store: DiskStore,
  ) {}

  /** A finished file of the same source and formats, if there is one. */
  async find(sourceKey: string): Promise<MadeFile | null> {
    const twin = await this.tasks.findTwin(sourceKey, new Date(Date.now() + MARGIN_MS));
    if (twin?.fileId === null || twin?.fileBytes === null || twin === null) {
      return null;
    }
    return (await this.store.has(twin.fileId))
      ? { fileId: twin.fileId, fileBytes: twin.fileBytes, combinedBytes: twin.combinedBytes ?? 0 }
      : null;
  }

  /** Removes those of these files that no task refers to. */
  async discard(fileIds: readonly string[]): Promise<void> {
    const inUse = await this.tasks.filesInUse(fileIds);
    await Promise.all(fileIds.filter((id) => !inUse.has(id)).map((id) => this.store.remove(id)));
  }
}

/** The same for all plans that make the same file. */
export function sourceKey({ pageUrl, main, sound, container }: MergePlan): string {
  return createHash('sha256')
    .update(JSON.stringify([pageUrl, main.id, sound?.id ?? null, container]))
    .digest('hex');
}
