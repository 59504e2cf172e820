// Light or dark: follows the system until the person chooses. public/theme.js sets the first paint.
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from './storage.ts';

export type Theme = 'light' | 'dark';

const themeSchema = z.enum(['light', 'dark']);
const changed = new EventTarget();

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme), chooseTheme];
}

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function chooseTheme(theme: Theme): void {
  writeStored('theme', theme);
  show(theme);
}

function show(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  changed.dispatchEvent(new Event('change'));
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = (): void => {
    if (readStored('theme', themeSchema) === null) show(system.matches ? 'dark' : 'light');
  };
  changed.addEventListener('change', listener);
  system.addEventListener('change', follow);
  return () => {
    changed.removeEventListener('change', listener);
    system.removeEventListener('change', follow);
  };
}
