// The one-time word before the globe begins to move: asked at the first click, and never again when that is wished.
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'globe-notice';
let isTold = false;

/** Asked once a visit at most. */
export const isNoticeDue = (): boolean => !isTold && readStored(KEY, z.literal('never')) === null;

export const noticeTold = (): void => {
  isTold = true;
};

/** 'Don't show me this again'. */
export const noticeDismissed = (): void => {
  isTold = true;
  writeStored(KEY, 'never');
};

/** Tests begin each visit anew. @internal */
export const forgetVisit = (): void => {
  isTold = false;
};
