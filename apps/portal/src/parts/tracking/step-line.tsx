// The five steps of an order; each shows its state by mark, words and line.
import {
  TRACKING_STEPS,
  type TrackingState,
  trackingStates,
} from '@isobar/contract/orders/status.ts';
import { Check, Circle, CircleAlert, CirclePause, Clock, LoaderCircle } from 'lucide-react';
import { type Standing, type Stood, standing } from './words.ts';

/**
 * 'queued': the next step, which no worker has begun; 'held': the step that waits for something.
 */
type Shown = TrackingState | 'queued' | 'held';

export function StepLine({ status }: { readonly status: Stood }) {
  const states = trackingStates(status);
  const { kind, words } = standing(status);
  const said: Readonly<Record<Shown, string>> = {
    completed: 'completed',
    current: 'in progress',
    queued: words.toLowerCase(),
    held: words.toLowerCase(),
    error: words.toLowerCase(),
    waiting: 'to come',
  };
  return (
    <ol className="grid gap-y-1 sm:grid-cols-5" aria-label="Order tracking">
      {TRACKING_STEPS.map((step, index) => {
        const state = shownState(states[index] ?? 'waiting', kind);
        return (
          <li
            key={step}
            aria-current={state === 'completed' || state === 'waiting' ? undefined : 'step'}
            className="flex items-center gap-2.5 sm:flex-col sm:items-stretch sm:gap-1.5"
          >
            <span className="flex items-center gap-2 max-sm:contents">
              <Mark state={state} />
              {index < TRACKING_STEPS.length - 1 && (
                <span
                  aria-hidden
                  className={`mr-2 h-0 flex-1 border-t-2 max-sm:hidden ${
                    state === 'completed' ? 'border-accent' : 'border-dashed border-rule-2'
                  }`}
                />
              )}
            </span>
            <span className={state === 'waiting' ? 'text-ink-2' : 'font-strong'}>
              {step}
              <span
                className={`block text-sm font-normal max-sm:ml-2 max-sm:inline ${
                  state === 'error' ? 'text-danger' : state === 'held' ? 'text-warn' : 'text-ink-2'
                }`}
              >
                {said[state]}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const shownState = (state: TrackingState, kind: Standing): Shown =>
  state === 'current' && (kind === 'queued' || kind === 'held') ? kind : state;

function Mark({ state }: { readonly state: Shown }) {
  const shape = 'grid size-7 shrink-0 place-items-center rounded-full';
  switch (state) {
    case 'completed':
      return (
        <span aria-hidden className={`${shape} bg-accent text-accent-ink`}>
          <Check size={16} strokeWidth={2.6} />
        </span>
      );
    case 'current':
      return (
        <span aria-hidden className={`${shape} bg-accent-soft text-accent`}>
          <LoaderCircle size={18} className="animate-[turn_2s_linear_infinite]" />
        </span>
      );
    case 'queued':
      return (
        <span aria-hidden className={`${shape} bg-accent-soft text-accent`}>
          <Clock size={18} />
        </span>
      );
    case 'held':
      return (
        <span aria-hidden className={`${shape} bg-warn-soft text-warn`}>
          <CirclePause size={18} />
        </span>
      );
    case 'error':
      return (
        <span aria-hidden className={`${shape} bg-danger-soft text-danger`}>
          <CircleAlert size={18} />
        </span>
      );
    case 'waiting':
      return (
        <span aria-hidden className={`${shape} text-rule-2`}>
          <Circle size={18} />
        </span>
      );
  }
}
