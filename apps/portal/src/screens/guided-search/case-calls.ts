// The calls of the case illustration: a plot, and the frames of an animation. Nobody's session is sent along.
import {
  type CaseAsked,
  type CaseTheme,
  caseImages,
  caseImagesOf,
  casePlot,
} from '@isobar/contract/calls/cases.ts';
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { problemBody } from '@isobar/contract/problem.ts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { addressOf } from '../../lib/ask.ts';
import { serviceAddress } from '../../lib/service-address.ts';

/** What is told of a failure that comes without words. */
const PLOT_FAILED = 'Failed to fetch plot data';
const ANIMATION_FAILED = 'Failed to generate animation';

/** Of another theme than the light one only our own service knows; others pass it over. */
export const plotQuery = (config: PortalConfig, asked: CaseAsked, theme: CaseTheme) =>
  queryOptions({
    queryKey: ['case-plot', asked, theme],
    retry: false,
    enabled: isWhole(asked),
    queryFn: async ({ signal }): Promise<string | null> => {
      const address = addressOf(config, casePlot) + (theme === 'dark' ? '?theme=dark' : '');
      const reply = await post(address, asked, PLOT_FAILED, signal);
      if (reply === null) return null;
      const blob = await reply.blob();
      return blob.size === 0 ? null : await dataAddress(blob);
    },
  });

export const framesQuery = (config: PortalConfig, asked: CaseAsked) =>
  queryOptions({
    queryKey: ['case-frames', asked],
    retry: false,
    enabled: isWhole(asked),
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const reply = await post(addressOf(config, caseImagesOf), asked, ANIMATION_FAILED, signal);
      if (reply === null) return [];
      const read = z.safeParse(caseImages, await reply.json().catch(() => null));
      if (!read.success) throw new Error(ANIMATION_FAILED);
      const base = serviceAddress(config, 'case');
      return read.data.images.map((path) => `${base}/${path.replace(/^\/+/, '')}`);
    },
  });

/** A case needs a date and a site. */
const isWhole = ({ date, site }: CaseAsked): boolean => date !== '' && site !== '';

/** Null: there is none. Throws with the words of the service, else with `fallback`. */
async function post(
  url: string,
  asked: CaseAsked,
  fallback: string,
  signal: AbortSignal,
): Promise<Response | null> {
  const reply = await fetch(url, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ date: asked.date.replaceAll('-', ''), site: asked.site }),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Error(fallback);
  });
  if (reply.ok) return reply;
  if (reply.status === 404) return null;
  const told = z.safeParse(problemBody, await reply.json().catch(() => null));
  throw new Error((told.success && told.data.message) || fallback);
}

/** Address of the content itself: it needs no one to give it back. */
const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(PLOT_FAILED));
    reader.readAsDataURL(blob);
  });
