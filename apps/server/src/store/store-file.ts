// The file of the store before SQLite opens it: made once, readable by its owner only, and never
// touched again by us.

import { randomUUID } from 'node:crypto';
import { closeSync, linkSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../platform/text/unknown.ts';

/**
 * Makes an empty file where there is none. The file gets its name only after it was closed: a
 * process that closes any descriptor of a file loses all of its locks on that file, including
 * SQLite's. Another program that closes the store would then take itself for the last user and
 * remove the log that we still use.
 */
export function makeStoreFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (statSync(file, { throwIfNoEntry: false })) return;
  const beside = `${file}.${randomUUID()}.new`;
  // mail addresses will be in it; what SQLite puts beside it is as private
  closeSync(openSync(beside, 'wx', PRIVATE));
  try {
    linkSync(beside, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return; // another process or thread was faster
    makeWhereNamesCannotBeAdded(file);
  } finally {
    rmSync(beside, { force: true });
  }
}

const PRIVATE = 0o600;

/** For disks without hard links. `wx`: if the file exists, nothing is opened. */
function makeWhereNamesCannotBeAdded(file: string): void {
  try {
    closeSync(openSync(file, 'wx', PRIVATE));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
