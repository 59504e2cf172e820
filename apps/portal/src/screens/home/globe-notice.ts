// The notice before the globe first moves: shown at the first click, and never again if that is chosen.
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'globe-notice';
let isTold = false;

/** Whether to show it: once a visit at most. */
export const isNoticeDue = (): boolean => !isTold && readStored(KEY, z.literal('never')) === null;

export const noticeTold = (): void => {
  isTold = true;
};

/** 'Don't show me this again'. */
export const noticeDismissed = (): void => {
  isTold = true;
  writeStored(KEY, 'never');
};

/** Resets the visit between tests. @internal */
export const forgetVisit = (): void => {
  isTold = false;
};
