// The notice before the globe first moves: shown at the first click, and never again if that is
// chosen.
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'globe-notice';
let isShown = false;

/** Whether to show it: once a visit at most. */
export const isNoticeDue = (): boolean => !isShown && readStored(KEY, z.literal('never')) === null;

export const noticeShown = (): void => {
  isShown = true;
};

/** 'Don't show me this again'. */
export const noticeDismissed = (): void => {
  isShown = true;
  writeStored(KEY, 'never');
};

/** Resets the visit between tests. @internal */
export const forgetVisit = (): void => {
  isShown = false;
};
