// The description of the services is whole, and a person finds, reads and tries them in a browser
// under the strict policy.
import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

type Operation = {
  summary?: string;
  tags?: string[];
  responses?: Record<string, { content?: Record<string, { schema?: object }> }>;
};

const demo = sharedDemo();

it('every operation of the description tells what it is, and its answer', async () => {
  const reply = await fetch(`${demo.server.url}/services/openapi.json`);
  const { openapi, paths, components, tags } = (await reply.json()) as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { securitySchemes: object };
    tags: { name: string }[];
  };
  expect(openapi).toBe('3.1.0');
  expect(Object.keys(components.securitySchemes)).toEqual(['session', 'user', 'token']);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]) => ({ name: `${method} ${path}`, of })),
  );
  expect(operations.length).toBeGreaterThan(200);
  const names = new Set(tags.map(({ name }) => name));
  const without = operations.filter(({ of }) => {
    const [status = '', answer] =
      Object.entries(of.responses ?? {}).find(([code]) => /^([23]\d\d|501)$/.test(code)) ?? [];
    const tells =
      /^(204|30[238]|501)$/.test(status) ||
      Object.values(answer?.content ?? {}).some(({ schema }) => schema);
    return !(tells && of.summary && of.tags?.every((tag) => names.has(tag)));
  });
  expect(without.map(({ name }) => name)).toEqual([]);
});

it('/services/ is a page for people and the cluster for programs', async () => {
  const program = await fetch(`${demo.server.url}/services/`);
  expect(await program.json()).toMatchObject({ cluster_name: 'isobar' });
  for (const look of [{ width: 1440 }, { width: 320, theme: 'dark' as const }]) {
    const { page, context, complaints } = await visitor(demo.browser, look);
    await page.goto(`${demo.server.url}/services/`);
    await page.getByRole('heading', { name: 'Access tokens', exact: true }).waitFor();
    expect(await page.getByText('GET /services/words/understand', { exact: true }).count()).toBe(1);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(complaints).toEqual([]);
    await context.close();
  }
});

it('a call is tried in the browser', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await page.goto(`${demo.server.url}/services/`);
  await page.getByRole('link', { name: 'Try the calls' }).click();
  await page.locator('.opblock-tag', { hasText: 'words' }).first().click();
  await page.locator('.opblock', { hasText: '/services/words/understand' }).first().click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
