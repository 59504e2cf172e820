// Reloading the page for a file that is gone.
import { afterEach, expect, it, vi } from 'vitest';
import { reloadOnce } from './reload-once.ts';

afterEach(() => vi.restoreAllMocks());

const gone = new Error('Failed to fetch dynamically imported module: /assets/x-1.js');

const page = () => ({ href: 'http://localhost/discovery/', reload: vi.fn() });
const answering = (answer: Promise<Response>) =>
  vi.spyOn(globalThis, 'fetch').mockReturnValue(answer);

it('a file of the portal that is gone reloads the page, once', async () => {
  answering(Promise.resolve(new Response()));
  const here = page();
  expect(await reloadOnce(gone, here)).toBeNull();
  expect(await reloadOnce(gone, here)).toBe(gone);
  expect(here.reload).toHaveBeenCalledTimes(1);
});

it('a file of the portal that is gone keeps the page where the server does not answer, and shows a message', async () => {
  answering(Promise.reject(new TypeError('Failed to fetch')));
  const here = page();
  const other = new Error('Failed to fetch dynamically imported module: /assets/y-1.js');
  expect(await reloadOnce(other, here)).toMatchObject({
    message: 'The server did not answer. Are you connected?',
  });
  expect(here.reload).not.toHaveBeenCalled();
});

it('any other failure does not', async () => {
  const here = page();
  const broke = new Error('it broke');
  expect(await reloadOnce(broke, here)).toBe(broke);
  expect(here.reload).not.toHaveBeenCalled();
});
