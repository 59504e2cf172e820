// The wheel that the archive gives: whole, as its sources are, and the same each time.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Http } from '../../platform/http/http.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import { registerPythonPackage } from './python-package.ts';
import { pythonWheel } from './python-wheel.ts';

const SOURCES = fileURLToPath(new URL('../../../../../clients/python', import.meta.url));
const NAME = 'isobar_client-1.0.0-py3-none-any.whl';

it('the wheel holds the sources, what pip reads of them, and their checksums', async () => {
  const { name, bytes, project } = await pythonWheel(SOURCES);
  expect([name, project]).toEqual([NAME, 'isobar-client']);
  const text = bytes.toString('latin1');
  for (const file of ['client.py', '__init__.py', 'py.typed']) {
    const source = readFileSync(`${SOURCES}/src/isobar_client/${file}`);
    expect(bytes.includes(source)).toBe(true);
    const sum = createHash('sha256').update(source).digest('base64url');
    expect(text).toContain(`isobar_client/${file},sha256=${sum},${source.length}\n`);
  }
  for (const line of [
    'Name: isobar-client',
    'Version: 1.0.0',
    'Requires-Python: >=3.9',
    'Requires-Dist: requests>=2.28',
    "Requires-Dist: matplotlib; extra == 'plot'",
    'Provides-Extra: plot',
    'Tag: py3-none-any',
    'isobar_client-1.0.0.dist-info/RECORD,,',
  ])
    expect(text).toContain(`${line}\n`);
  expect((await pythonWheel(SOURCES)).bytes.equals(bytes)).toBe(true);
});

describe('its address', () => {
  let http: Http<never>;
  beforeAll(async () => {
    http = await anonymousHttp();
    registerPythonPackage(http, {
      archiveName: 'ARM',
      publisher: 'ARM',
      url: 'https://archive.example',
      title: 'Data Discovery',
      contact: 'help@archive.example',
      simulated: false,
    });
  });
  afterAll(() => http.app.close());

  it('the address of the wheel gives it, once to who has it', async () => {
    const page = await http.app.inject('/clients/python/');
    const reply = await http.app.inject(`/clients/python/${NAME}`);
    const sum = createHash('sha256').update(reply.rawPayload).digest('hex');
    expect(page.body).toContain(`<a href="${NAME}#sha256=${sum}">`);
    expect(page.body).toContain(
      `isobar-client[plot] @ https://archive.example/clients/python/${NAME}`,
    );
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(reply.rawPayload.equals((await pythonWheel(SOURCES)).bytes)).toBe(true);
    const again = await http.app.inject({
      url: `/clients/python/${NAME}`,
      headers: { 'if-none-match': String(reply.headers.etag) },
    });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it('the address of the wheel has no other version, and no other file', async () => {
    for (const file of ['isobar_client-0.9.0-py3-none-any.whl', 'pyproject.toml', '..%2FREADME.md'])
      expect((await http.app.inject(`/clients/python/${file}`)).statusCode).toBe(404);
  });
});
