// The kind of data of a record, which decides what its details show and what a click on its row
// does.
import type { ResultRow } from '../../lib/search/row.ts';

type Kind = Pick<ResultRow, 'dataLevel' | 'sourceClassCode'>;

/** Data of a field campaign. */
export const isCampaign = (row: Kind): boolean =>
  row.dataLevel.includes('fc') || row.sourceClassCode === 'fc' || row.sourceClassCode === 'iop';

/** Data of a principal investigator. */
export const isInvestigator = (row: Kind): boolean =>
  row.dataLevel.includes('pi') || row.sourceClassCode === 'pi';
