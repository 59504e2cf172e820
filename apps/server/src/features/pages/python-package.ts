// The Python package from the archive itself: what is installed from here fits the services here,
// and no register of packages is needed.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { aboutPackage, pythonPackage } from '@isobar/contract/calls/package-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { pageOf } from '../../core/pages/layout.ts';
import type { Publisher } from '../../core/pages/thing.ts';
import type { Http } from '../../platform/http/http.ts';
import { isKnown } from '../../platform/replies/etag.ts';
import { html } from '../../platform/text/html.ts';
import { pythonWheel, type Wheel } from './python-wheel.ts';

const SOURCES = fileURLToPath(new URL('../../../../../clients/python', import.meta.url));
const CACHE = 'public, max-age=3600';

export function registerPythonPackage<S>(http: Http<S>, publisher: Publisher): void {
  let made: Promise<Wheel> | undefined;
  const wheel = async (): Promise<Wheel> => {
    made ??= pythonWheel(SOURCES);
    return await made.catch((cause: unknown) => {
      made = undefined;
      throw new Problem('unavailable', 'This installation does not include the Python package.', {
        cause,
      });
    });
  };
  http.route(aboutPackage, async ({ reply }) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(packagePage(await wheel(), publisher)),
  );
  http.route(pythonPackage, async ({ params: { file }, request, reply }) => {
    const { name, bytes } = await wheel();
    if (file !== name)
      throw new Problem('not-found', `There is no ${file.slice(0, 100)}: the package is ${name}.`);
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    reply.header('etag', tag).header('cache-control', CACHE);
    if (isKnown(tag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type('application/zip').send(bytes);
  });
}

/**
 * A page for readers, and for `pip install --find-links`, which follows its link and verifies the
 * checksum.
 */
function packagePage({ name, project, bytes }: Wheel, publisher: Publisher): string {
  const { url } = publisher;
  const sum = createHash('sha256').update(bytes).digest('hex');
  const lines = `pip install "${project}[plot] @ ${url}${aboutPackage.path}${name}"
export ISOBAR_TOKEN=NAME:TOKEN
python -c "from isobar_client import Isobar; Isobar('${url}').plot('sgpmetE13.b1', 'temp_mean', '2019-01-01', save='temperature.png')"`;
  return pageOf({
    publisher,
    title: 'Python package',
    description: `${project}: search, files, orders and data of this archive in Python.`,
    path: aboutPackage.path,
    body: html`<div class="page"><main id="main" tabindex="-1"><h1>Python package</h1>
<p><code>${project}</code> finds, fetches, orders and opens data of this archive: downloads go on where they stopped and are checked, data
come as xarray. It is installed from here, in the version that fits.</p>
<section class="set"><h2>From an empty machine to a figure</h2>
<pre tabindex="0"><code>${lines}</code></pre>
<p>A token is made under <a href="/discovery/#/account">Account</a>; what is public needs none.</p></section>
<section class="set"><h2>The file</h2>
<p><a href="${name}#sha256=${sum}">${name}</a>, SHA-256 <code>${sum}</code></p></section>
</main></div>`,
  });
}
