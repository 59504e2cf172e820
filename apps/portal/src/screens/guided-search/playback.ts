// An animation of frames: which one shows, whether it plays, and how long each is shown.
import { useEffect, useReducer } from 'react';

export const INTERVAL_MS = 500;
export const INTERVAL_STEP_MS = 500;
export const LEAST_INTERVAL_MS = 100;
export const MOST_INTERVAL_MS = 7000;

export type Playback = {
  readonly at: number;
  readonly playing: boolean;
  readonly interval: number;
};

export type PlaybackAct =
  | { readonly act: 'play' | 'pause' | 'tick' | 'faster' | 'slower' }
  /** A single step, the slider, first and last: each pauses. */
  | { readonly act: 'show'; readonly at: number };

export const STOPPED: Playback = { at: 0, playing: false, interval: INTERVAL_MS };

/** Pure: `count` frames. */
export function played(now: Playback, act: PlaybackAct, count: number): Playback {
  const clamp = (at: number): number => Math.max(0, Math.min(count - 1, at));
  switch (act.act) {
    case 'play':
      return { ...now, playing: count > 1 };
    case 'pause':
      return { ...now, playing: false };
    case 'tick':
      return { ...now, at: count === 0 ? 0 : (now.at + 1) % count };
    case 'show':
      return { ...now, at: clamp(act.at), playing: false };
    case 'faster':
      return { ...now, interval: bounded(now.interval - INTERVAL_STEP_MS) };
    case 'slower':
      return { ...now, interval: bounded(now.interval + INTERVAL_STEP_MS) };
  }
}

const bounded = (interval: number): number =>
  Math.max(LEAST_INTERVAL_MS, Math.min(MOST_INTERVAL_MS, interval));

export function usePlayback(count: number) {
  const [now, act] = useReducer(
    (state: Playback, next: PlaybackAct) => played(state, next, count),
    STOPPED,
  );
  const { playing, interval } = now;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => act({ act: 'tick' }), interval);
    return () => clearInterval(timer);
  }, [playing, interval]);
  return [now, act] as const;
}
