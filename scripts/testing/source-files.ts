import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '../setup/repository.mjs';

/** @returns the paths of all files in these folders, without packages and build results */
export const pathsIn = (...folders: string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter((path) => !/\/(?:node_modules|dist)(?:\/|$)/.test(path));

export const read = (path: string): string => readFileSync(fromRoot(path), 'utf8');
