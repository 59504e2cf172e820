// Illustrated cases of the three adapters: drawn ones, ones in a folder, and ones of a remote
// service.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { palettePng } from '../platform/text/png.ts';
import { casesSuite } from '../ports/testing/cases-suite.ts';
import { withSecret } from '../ports/testing/tickets-suite.ts';
import { troubleSuite } from '../ports/testing/trouble.ts';
import { openDrawnCases } from './cases-drawn.ts';
import { openFolderCases } from './cases-folder.ts';
import { openHttpCases } from './cases-http.ts';

const PALETTE = [[0, 90, 160]] as const;
const drawing = (at: number) => ({
  width: 2,
  height: 2,
  indexes: Uint8Array.from([at & 1, (at >> 1) & 1, 1, 0]),
  palette: PALETTE,
});
const picture = (at: number) => {
  const { width, height, indexes, palette } = drawing(at);
  return Buffer.from(palettePng(width, height, indexes, palette));
};

casesSuite('a drawer', async () => ({
  cases: openDrawnCases({
    has: ({ site, date }) => site === 'sgp' && date === '20190615',
    plot: async () => drawing(3),
    frames: 3,
    frame: async (_, at) => drawing(at),
  }),
  close: async () => {},
}));

casesSuite('a folder', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'cases');
  for (const place of [join(folder, 'sgp', '20190615'), join(home, 'outside')]) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'plot.png'), picture(3));
    for (const at of [0, 1, 2]) writeFileSync(join(place, `${at}.png`), picture(at));
    writeFileSync(join(place, 'notes.txt'), 'no picture');
  }
  mkdirSync(join(folder, 'nsa'));
  symlinkSync(join(home, 'outside'), join(folder, 'nsa', '20190615')); // leads out of it
  return {
    cases: openFolderCases(folder),
    close: async () => rmSync(home, { recursive: true, force: true }),
  };
});

casesSuite('HTTP', async () => {
  const server = createServer(async (request, reply) => {
    const [, , name = ''] = /^\/(api\/)?frames\/(\d)\.png$/.exec(request.url ?? '') ?? [];
    if (name !== '') {
      reply.setHeader('content-type', 'image/png').end(picture(Number(name)));
      return;
    }
    const { site, date } = (await json(request)) as { site?: unknown; date?: unknown }; // a case
    if (site !== 'sgp' || date !== '20190615') reply.writeHead(404).end();
    else if (request.url?.endsWith('/images'))
      reply.end(JSON.stringify({ images: ['frames/0.png', 'frames/1.png', '/frames/2.png'] }));
    else reply.setHeader('content-type', 'image/png').end(picture(3));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    cases: openHttpCases(`http://ada:pass@127.0.0.1:${port}/api/`),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
});

const KNOWN = { site: 'sgp', date: '20190615' };
const at = (url: string) => openHttpCases(withSecret(url), 300);
troubleSuite('asking for a plot', (url) => at(url).plot(KNOWN, 'light'), { secret: 's3cret' });
troubleSuite('asking for frames', (url) => at(url).frames(KNOWN), { secret: 's3cret' });
troubleSuite('asking for a frame', (url) => at(url).frame(KNOWN, '001'), { secret: 's3cret' });
