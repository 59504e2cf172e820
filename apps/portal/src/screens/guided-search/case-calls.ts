// The calls of the case illustration: a plot, and the frames of an animation. The service may
// belong to a third party, so no session is sent along.
import {
  type CaseAsked,
  type CaseTheme,
  caseImagesOf,
  casePlot,
} from '@isobar/contract/calls/cases.ts';
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask, askAsIs } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { serviceAddress } from '../../lib/service-address.ts';

/** The message for a failure that has none. */
const PLOT_FAILED = 'Failed to fetch plot data';
const ANIMATION_FAILED = 'Failed to generate animation';

/** Only our own service knows themes other than the light one; others ignore the parameter. */
export const plotQuery = (config: PortalConfig, asked: CaseAsked, theme: CaseTheme) =>
  queryOptions({
    queryKey: ['case-plot', asked, theme],
    retry: false,
    enabled: isWhole(asked),
    queryFn: async ({ signal }): Promise<string | null> => {
      const given = {
        query: theme === 'dark' ? { theme } : {},
        body: bodyOf(asked),
        fallback: PLOT_FAILED,
        credentials: 'omit',
        signal,
      } as const;
      const reply = await askAsIs(config, casePlot, given).catch(noneIfAbsent);
      const blob = await reply?.blob();
      return blob && blob.size > 0 ? await dataAddress(blob) : null;
    },
  });

export const framesQuery = (config: PortalConfig, asked: CaseAsked) =>
  queryOptions({
    queryKey: ['case-frames', asked],
    retry: false,
    enabled: isWhole(asked),
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const given = {
        body: bodyOf(asked),
        fallback: ANIMATION_FAILED,
        credentials: 'omit',
        signal,
      } as const;
      const reply = await ask(config, caseImagesOf, given).catch(noneIfAbsent);
      const base = serviceAddress(config, 'case');
      return (reply?.images ?? []).map((path) => `${base}/${path.replace(/^\/+/, '')}`);
    },
  });

/** Whether the date and the site are both given, without which there is no case. */
const isWhole = ({ date, site }: CaseAsked): boolean => date !== '' && site !== '';

const bodyOf = ({ date, site }: CaseAsked): CaseAsked => ({ date: date.replaceAll('-', ''), site });

function noneIfAbsent(error: unknown): null {
  if (error instanceof CallError && error.status === 404) return null;
  throw error;
}

/** A data address, which need not be revoked. */
const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(PLOT_FAILED));
    reader.readAsDataURL(blob);
  });
