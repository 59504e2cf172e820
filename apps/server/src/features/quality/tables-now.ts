// The tables as they are now, or a refusal: a client that reads 'no report' where reports are
// unknown delivers bad data.
import { unknownReports } from '../../core/reports/written.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';

/**
 * Throws Problem 'unavailable' when the table of reports is not there or cannot be read (decision
 * 1037).
 */
export async function readableTables(tables: () => Promise<CuratedTables>): Promise<CuratedTables> {
  try {
    const known = await tables();
    known.qualityReport(''); // throws where the table of reports is missing
    return known;
  } catch (cause) {
    throw unknownReports(cause);
  }
}
