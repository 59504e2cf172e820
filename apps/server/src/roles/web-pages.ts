// The pages of things and what harvesters read, put together for the web role.
import { join } from 'node:path';
import type { Session } from '../core/accounts/session.ts';
import { openMonths } from '../core/pages/month-data.ts';
import { openPages } from '../core/pages/pages.ts';
import { registerCrawl } from '../features/harvesters/crawl.ts';
import { registerFeeds } from '../features/harvesters/feeds.ts';
import { registerOai } from '../features/harvesters/oai.ts';
import { registerData } from '../features/months/routes.ts';
import { registerPythonPackage } from '../features/pages/python-package.ts';
import { registerReportsPage } from '../features/pages/reports-page.ts';
import { registerPages } from '../features/pages/routes.ts';
import { registerServicesPage } from '../features/pages/services-page.ts';
import { readStyle } from '../features/pages/style.ts';
import { registerUnknownPage } from '../features/pages/unknown-page.ts';
import { registerWrittenPages } from '../features/pages/written-pages.ts';
import type { Configuration } from '../platform/config/config.ts';
import type { Http } from '../platform/http/http.ts';
import type { Understanding } from './web-input.ts';

export const publisherOf = ({ archiveName, publisher, url }: Configuration) => ({
  archiveName,
  publisher,
  url: url.replace(/\/$/, ''),
});

/** Resolves the text of the page of all services. */
export async function registerPageServices(
  http: Http<Session>,
  input: Understanding,
): Promise<() => Promise<string>> {
  const { configuration, store, index, simulated, log } = input;
  const publisher = {
    ...publisherOf(configuration),
    title: configuration.title,
    contact: configuration.contact,
    simulated,
  };
  const pages = openPages({ db: store.db, tables: input.orders.tables, publisher });
  registerPages(http, { pages, style: await readStyle(), publisher });
  const months = openMonths(store.db, input.orders.tables, {
    write: (job) => input.pool.run('month', job),
  });
  registerData(http, { pages, months, publisher });
  registerCrawl(http, { pages, publisher });
  registerOai(http, { pages, publisher });
  registerFeeds(http, { pages, publisher, index, understand: input.understand });
  registerWrittenPages(http, { folder: join(configuration.home, 'pages'), publisher });
  registerReportsPage(http, {
    tables: input.orders.tables,
    publisher,
    elsewhere: configuration.qualityServiceUrl,
  });
  registerPythonPackage(http, publisher);
  registerUnknownPage(http, publisher);
  const note = (): void => {
    pages.sync().catch((error: unknown) => log.warn({ err: error }, 'pages were not noted'));
  };
  const timer = setInterval(note, SYNC_MS);
  timer.unref();
  http.app.addHook('onClose', async () => clearInterval(timer));
  return await registerServicesPage(http, publisher);
}

/** What was withdrawn is noted within a minute, also when no harvester comes. */
const SYNC_MS = 60_000;
