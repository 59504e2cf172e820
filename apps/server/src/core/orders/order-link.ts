// The link to order data that are too large for a live call, and the refusal that contains it.
import { Problem } from '@isobar/contract/problem.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { EMPTY_SEARCH } from '@isobar/contract/search/filter.ts';

/**
 * Where a datastream is ordered; null: it is not known which. `url`: of this installation, without
 * a slash at its end.
 */
export const orderLink = (url: string, datastream: string | null): string => {
  const terms = datastream === null ? {} : { datastream: [datastream] };
  return `${url}/discovery/${resultsHref({ ...EMPTY_SEARCH, terms })}`;
};

/** `reason` ends with what to do; the link follows. */
export const tooMuch = (reason: string, link: string): Problem =>
  new Problem('too-large', `${reason}: ${link}`, { details: [{ path: 'order', reason: link }] });
