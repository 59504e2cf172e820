// What a click on a row does: most rows open; some data are kept elsewhere (part 1 section 4).
// Pure.
import { ownRecord } from '@isobar/contract/search/link-xml.ts';
import { externalPublisher, externalUrl } from '../../lib/search/external-archive.ts';
import { isExternal, type ResultRow } from '../../lib/search/row.ts';
import { isCampaign, isInvestigator } from '../../parts/details/kinds.ts';

export type RowAct =
  | { readonly kind: 'expand' }
  | { readonly kind: 'leave'; readonly question: string; readonly url: string };

const EXPAND: RowAct = { kind: 'expand' };

/** `archiveName`: as in 'This data is on the ARM IOP area.' */
export function rowAct(row: ResultRow, archiveName: string): RowAct {
  if (isExternal(row)) {
    const question = `This data is archived by ${externalPublisher(row)}. Please confirm to open in a new tab.`;
    return leave(question, externalUrl(row) || row.linkUrl);
  }
  const iopArea = `This data is on the ${archiveName} IOP area. Please confirm to open in a new tab.`;
  const campaign = isCampaign(row);
  if ((campaign || isInvestigator(row)) && row.linkXml === '' && row.siteCode === '') {
    return leave(iopArea, row.linkUrl);
  }
  if (
    campaign &&
    row.linkXml !== '' &&
    row.iopTitle !== '' &&
    !ownRecord(row.linkXml, row.iopTitle)
  ) {
    return leave(iopArea, row.linkUrl);
  }
  return EXPAND;
}

const leave = (question: string, url: string): RowAct =>
  url === '' ? EXPAND : { kind: 'leave', question, url };
