// Proof that a message costs something: asks for a challenge and has it solved in a worker.
import {
  askChallenge,
  CHALLENGE_SECONDS,
  type SupportChallenge,
} from '@isobar/contract/calls/support.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';

export type Proof =
  | { readonly state: 'open' | 'solving' | 'expired' }
  | { readonly state: 'failed'; readonly why: string }
  /** `payload` goes with one message. */
  | { readonly state: 'verified'; readonly payload: string };

/** A little less than the server grants, since the message takes time to arrive. */
const GOOD_MS = (CHALLENGE_SECONDS - 30) * 1000;

/**
 * `begin` solves a challenge; the proof expires by itself; `reset` after it was used or refused.
 */
export function useProof() {
  const config = useConfig();
  const [proof, setProof] = useState<Proof>({ state: 'open' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (proof.state !== 'verified') return;
    const timer = setTimeout(() => setProof({ state: 'expired' }), GOOD_MS);
    return () => clearTimeout(timer);
  }, [proof]);
  const begin = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setProof({ state: 'solving' });
    try {
      const challenge = await ask(config, askChallenge, { signal });
      const number = await solveApart(challenge, signal);
      const solved = btoa(JSON.stringify({ ...challenge, number }));
      setProof({ state: 'verified', payload: solved });
    } catch (error) {
      if (!signal.aborted) setProof({ state: 'failed', why: reasonOf(error) });
    }
  }, [config]);
  const reset = useCallback(() => {
    running.current?.abort();
    setProof({ state: 'open' });
  }, []);
  return { proof, begin, reset };
}

const reasonOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'The check did not work in this browser.';

function solveApart(challenge: SupportChallenge, signal: AbortSignal): Promise<number> {
  const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  worker.addEventListener('error', () => reject(new Error('the worker failed')));
  worker.addEventListener('message', ({ data }: MessageEvent<number | null>) =>
    data === null ? reject(new Error('no number fits')) : resolve(data),
  );
  worker.postMessage(challenge);
  return promise.finally(() => worker.terminate());
}
