// Whether a file has a notice of its harvest, as a condition of a query.
import { type RawBuilder, sql } from 'kysely';

export const hasNotice = (notice: string): RawBuilder<boolean> =>
  sql<boolean>`',' || coalesce(files.notices, '') || ',' like ${`%,${notice},%`}`;
