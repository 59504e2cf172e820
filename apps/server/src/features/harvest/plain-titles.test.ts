// Titles and versions go into citations, READMEs and mails, which are printed on terminals: they
// are one line without control characters.
import { expect, it } from 'vitest';
import { statedByFiles } from '../../core/catalogue/stated-by-files.ts';
import { freshArchive } from './testing/fresh-archive.ts';
import { writeTestFile } from './testing/write-file.ts';

const here = freshArchive();

it('a title and a version of several lines, with signs that steer a terminal, are one plain line', async () => {
  const attributes = {
    title: ' Sea\u001b[31m ice\r\n\nSHA256: 0 \u202ecba',
    process_version: '1.0\u0007\n2',
  };
  await writeTestFile(here.at('ice.nc'), { attributes });
  await here.harvest();
  const { db } = here.store;
  const [row] = await db.selectFrom('datastreams').select(['datastream', 'title']).execute();
  expect(row?.title).toBe('Sea [31m ice SHA256: 0  cba');
  const stated = await statedByFiles(db, row?.datastream ?? '', { start: 0, end: 2e9 });
  expect(stated).toMatchObject({ title: 'Sea [31m ice SHA256: 0  cba', version: '1.0 2' });
});
