// Each section of a page is on it once: in the text, or beside it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPageFixture } from './testing/page-fixture.ts';
import { storeStream } from './testing/stored-stream.ts';

let pages: Awaited<ReturnType<typeof openPageFixture>>;
beforeAll(async () => {
  pages = await openPageFixture([]);
  await storeStream(pages.db, 'sgpmetE13.b1', { months: ['2019-01'] });
});
afterAll(() => pages.close());

it('handbooks are beside the text of a page, and no section is there twice', async () => {
  const { body } = await pages.get('/product/met');
  const ids = [...body.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const [text = '', beside = ''] = body.split('<aside');
  expect([text, beside].map((part) => part.includes('id="documents"'))).toEqual([false, true]);
  expect(beside).toContain('met_handbook.pdf');
});
