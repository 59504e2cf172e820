// When a person is asked to sign in: which failures mean it, what is kept meanwhile, and who gets
// the answer.
import type { ProblemCode } from '@isobar/contract/problem.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../lib/call.ts';
import { PREFERENCE_SAVED } from '../../lib/preferences.ts';
import { answerSignIn, askToSignIn, useAsked } from './ask.ts';
import { rememberRoute, takeRoute } from './return-route.ts';
import { isSessionFailure, useKeptAgain, useSessionFailures } from './session-failure.ts';

const failed = (status: number, code: ProblemCode) => new CallError(code, 'refused', status);

function withClient() {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, wrapper };
}

it('401 and 403 mean that the session is over, but for what the dialog reports itself', () => {
  expect(isSessionFailure(failed(401, 'no-session'))).toBe(true);
  expect(isSessionFailure(failed(403, 'forbidden'))).toBe(true);
  expect(isSessionFailure(failed(401, 'invalid-credentials'))).toBe(false);
  expect(isSessionFailure(failed(403, 'account-expired'))).toBe(false);
  expect(isSessionFailure(failed(404, 'not-found'))).toBe(false);
  expect(isSessionFailure(Object.assign(new Error('refused'), { status: 401 }))).toBe(false);
});

it('each query and change that fails for want of a session is reported, but none that only looks for more', async () => {
  const { client, wrapper } = withClient();
  const onFailure = vi.fn();
  const { unmount, rerender } = renderHook(({ act: report }) => useSessionFailures(report), {
    ...{ wrapper, initialProps: { act: vi.fn() } },
  });
  rerender({ act: onFailure });
  const ask = (error: Error | null, meta?: Record<string, unknown>) =>
    client
      .fetchQuery({
        queryKey: [Math.random()],
        queryFn: async () => {
          if (error) throw error;
          return 1;
        },
        ...(meta ? { meta } : {}),
      })
      .catch(() => undefined);
  await ask(null);
  await ask(failed(500, 'unexpected'));
  await ask(failed(401, 'no-session'), { optional: true });
  expect(onFailure).not.toHaveBeenCalled();
  await ask(failed(401, 'no-session'), { optional: false });
  expect(onFailure).toHaveBeenCalledTimes(1);
  const change = (error: Error) =>
    client
      .getMutationCache()
      .build(client, { mutationFn: () => Promise.reject(error) })
      .execute(undefined)
      .catch(() => undefined);
  await change(failed(403, 'forbidden'));
  expect(onFailure).toHaveBeenCalledTimes(2);
  unmount();
  await ask(failed(401, 'no-session'));
  await change(failed(403, 'forbidden'));
  expect(onFailure).toHaveBeenCalledTimes(2);
});

it('the last change of each preference that failed for want of a session is made again, and nothing else', async () => {
  const { client, wrapper } = withClient();
  const made: string[] = [];
  let error: Error | null = failed(401, 'no-session');
  const change = (key: readonly string[], value: string) =>
    client
      .getMutationCache()
      .build(client, {
        mutationKey: key,
        mutationFn: async (text: string) => {
          made.push(text);
          if (error) throw error;
        },
      })
      .execute(value)
      .catch(() => undefined);
  await change([PREFERENCE_SAVED, 'cart'], 'cart 1');
  await change([PREFERENCE_SAVED, 'cart'], 'cart 2');
  await change([PREFERENCE_SAVED, 'theme'], 'theme 1');
  await change(['other'], 'other 1');
  error = failed(500, 'unexpected');
  await change([PREFERENCE_SAVED, 'map'], 'map 1');
  error = null;
  await change([PREFERENCE_SAVED, 'unit'], 'unit 1');
  made.length = 0;
  const { result } = renderHook(useKeptAgain, { wrapper });
  result.current();
  await waitFor(() => expect(made.toSorted()).toEqual(['cart 2', 'theme 1']));
});

describe('the way back', () => {
  afterEach(() => void takeRoute());

  it('the way back is known once, also after the page was loaded again, and only within the portal', async () => {
    rememberRoute('/saved?x=1');
    expect([takeRoute(), takeRoute()]).toEqual(['/saved?x=1', null]);
    rememberRoute('/account');
    vi.resetModules();
    const loaded = await import('./return-route.ts');
    expect([loaded.takeRoute(), loaded.takeRoute()]).toEqual(['/account', null]);
    takeRoute();
    rememberRoute('https://elsewhere.example');
    expect(takeRoute()).toBeNull();
  });

  it('the way back is known where the browser keeps nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    rememberRoute('/saved');
    expect(takeRoute()).toBe('/saved');
    vi.restoreAllMocks();
  });
});

describe('asking to sign in', () => {
  afterEach(() => answerSignIn(false));

  it('all who ask while the dialog is open get the one answer, and it has the first reason', async () => {
    const { result, unmount } = renderHook(useAsked);
    expect(result.current).toBeNull();
    const answers: boolean[] = [];
    act(() => {
      for (const reason of ['Sign in to order.', 'Sign in to save.'] as const)
        void askToSignIn(reason).then((answer) => answers.push(answer));
    });
    expect(result.current?.reason).toBe('Sign in to order.');
    act(() => answerSignIn(true));
    expect(result.current).toBeNull();
    await waitFor(() => expect(answers).toEqual([true, true]));
    const refused = askToSignIn();
    act(() => answerSignIn(false));
    expect(await refused).toBe(false);
    unmount();
    answerSignIn(true); // no one asked
  });
});
