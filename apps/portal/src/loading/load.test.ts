// Modules that arrive late, after a retry, or never.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { load, part } from './load.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

const dropped = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x-1.js'));

it('loading a module repeats a request that was dropped twice', async () => {
  const from = vi.fn<() => Promise<number>>(dropped);
  from.mockImplementationOnce(dropped).mockImplementationOnce(dropped);
  from.mockImplementationOnce(async () => 7);
  const loaded = load(from);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe(7);
  expect(from).toHaveBeenCalledTimes(3);
});

it('loading a module rejects after three requests that were dropped', async () => {
  const from = vi.fn(dropped);
  const loaded = load(from).catch((error: Error) => error.message);
  await vi.runAllTimersAsync();
  expect(await loaded).toMatch(/dynamically imported/);
  expect(from).toHaveBeenCalledTimes(3);
});

it('loading a module does not repeat a module that throws while it is evaluated', async () => {
  const from = vi.fn(() => Promise.reject(new Error('it broke')));
  await expect(load(from)).rejects.toThrow('it broke');
  expect(from).toHaveBeenCalledTimes(1);
});

it('a style sheet that is still on its way for another part ends the wait of that part, too', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  document.head.append(link);
  const ended = vi.fn();
  link.addEventListener('load', ended);
  void load(vi.fn<() => Promise<number>>(async () => 7).mockImplementationOnce(dropped));
  await vi.advanceTimersByTimeAsync(200);
  const next = document.querySelector('link');
  expect(next).not.toBe(link);
  expect(ended).not.toHaveBeenCalled();
  next?.dispatchEvent(new Event('load'));
  expect(ended).toHaveBeenCalledTimes(1);
});

it('loading a module asks again for a style sheet that failed, before the module', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/assets/x-1.css';
  document.head.append(link);
  const from = vi.fn(async () => 7);
  from.mockImplementationOnce(() =>
    Promise.reject(new Error('Unable to preload CSS for /assets/x-1.css')),
  );
  const loaded = load(from);
  await vi.advanceTimersByTimeAsync(300);
  const renewed = document.querySelector('link');
  expect(renewed).not.toBe(link);
  expect(renewed?.href).toBe(link.href);
  expect(from).toHaveBeenCalledTimes(1);
  renewed?.dispatchEvent(new Event('load'));
  expect(await loaded).toBe(7);
});

it('a part is loaded once for all that wait, and kept', async () => {
  const from = vi.fn(async () => 'it');
  const wanted = part(from);
  expect(wanted.ready()).toBeNull();
  expect(await Promise.all([wanted.load(), wanted.load()])).toEqual(['it', 'it']);
  await wanted.load();
  expect(wanted.ready()).toBe('it');
  expect(from).toHaveBeenCalledTimes(1);
});

it('a part is loaded again after a failure', async () => {
  const from = vi.fn(async () => 'it');
  from.mockImplementationOnce(() => Promise.reject(new Error('it broke')));
  const wanted = part(from);
  await expect(wanted.load()).rejects.toThrow('it broke');
  expect(await wanted.load()).toBe('it');
});
