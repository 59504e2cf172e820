// Preferences: defaults, and values as they were saved.
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { PREFERENCES, type PreferenceName, parseSaved } from './preferences.ts';

/** What a saved text means: its value, or the default if it has another shape. */
function readPreference(name: PreferenceName, text: string | null): unknown {
  const { shape, initial } = PREFERENCES[name];
  const parsed = z.safeParse(shape as z.ZodMiniType, text === null ? undefined : parseSaved(text));
  return parsed.success ? parsed.data : initial;
}

it('[A014] [A066] by default: recommended data, machine-learning recommendations', () => {
  expect(readPreference('search', null)).toEqual({ recommended: true });
  expect(readPreference('mlRecommendation', null)).toBe(true);
  expect(readPreference('dqrResolutionBasedOnZoom', null)).toBe(true);
});

it('[A043] preferences are email {notify, html, affected}, search {recommended}, resolution by zoom, recommendations', () => {
  const saved = { notify: true, html: false, affected: true };
  expect(readPreference('email', '{"html":false}')).toEqual(saved);
  expect(readPreference('search', '{"recommended":false}')).toEqual({ recommended: false });
  expect(readPreference('dqrResolutionBasedOnZoom', 'false')).toBe(false);
});

it('[A010] single quotes of old values are read as double ones; nonsense is the default', () => {
  expect(readPreference('search', "{'recommended': false}")).toEqual({ recommended: false });
  expect(readPreference('search', 'yes')).toEqual({ recommended: true });
  expect(readPreference('search', '{"recommended":"x"}')).toEqual({ recommended: true });
});
