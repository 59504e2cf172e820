// What may be attached to a message: where the person is, without anything that would give others
// access.
import type { SupportContext } from '@isobar/contract/support/incident.ts';

/** Path of the screen, without its query: that may hold a key or a ticket. */
export function contextHere(version: string): SupportContext {
  const page = (location.hash.replace(/^#/, '').split('?')[0] || '/').slice(0, 2000);
  const order = /(?:order|orderID)=(\d{1,15})(?:&|$)/.exec(location.hash)?.[1];
  return {
    page,
    ...(order ? { order } : {}),
    version,
    browser: navigator.userAgent.slice(0, 400),
  };
}

/** The same as a line of text, so that the person sees what is attached. */
export const contextText = ({ page, order, version, browser }: SupportContext): string =>
  [`Page ${page}`, ...(order ? [`order ${order}`] : []), `version ${version}`, browser].join(' · ');
