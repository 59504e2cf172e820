// Tools that others wrote read the description of the services: validators, generators of clients,
// and a program that tries every operation.
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Json, operationsOf } from './description/requests.ts';
import { demoIsobar, type Isobar, NO_ORDERS, root } from './server.ts';

const PROGRAMS = join(root, 'node_modules/.cache/python-programs');
const has = (name: string) => existsSync(join(PROGRAMS, name));
const run = promisify(execFile);
const BUFFER = { maxBuffer: 1 << 27 };

/** Runs Python with the programs of some folders. */
const python = (names: readonly string[], args: readonly string[], cwd: string) =>
  run('python3', [...args], {
    ...BUFFER,
    cwd,
    env: {
      ...process.env,
      PYTHONPATH: names.map((name) => join(PROGRAMS, name)).join(delimiter),
      NO_COLOR: '1',
    },
  });

let folder: string;
let file: string;
let description: Json;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-description-'));
  file = join(folder, 'openapi.json');
  const text = await (await fetch(`${inject('sharedUrl')}/services/openapi.json`)).text();
  description = JSON.parse(text) as Json;
  writeFileSync(file, text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('in JavaScript finds nothing wrong, and finds a response without a description', async () => {
  expect(await new Validator().validate(structuredClone(description))).toMatchObject({
    valid: true,
  });
  const wrong = JSON.parse(readFileSync(file, 'utf8'));
  delete wrong.paths['/healthz'].get.responses['200'].description;
  expect(await new Validator().validate(wrong)).toMatchObject({ valid: false });
});

it.skipIf(!has('openapi'))('in Python finds nothing wrong', async () => {
  // It takes half the time where it finds jsonschema-rs, which the other program brings.
  const { stdout } = await python(
    ['openapi', 'schemathesis'],
    ['-m', 'openapi_spec_validator', file],
    folder,
  );
  expect(stdout).toMatch(/: OK/);
});

it('a validator finds one id for each operation, and each of its own', () => {
  const ids = operationsOf(description).map(({ of }) => String(of.operationId));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[a-z]\w+$/.test(id))).toBe(true);
});

it('a generator makes types of every operation, which compile', async () => {
  const bin = (path: string) => join(root, 'node_modules', path);
  const types = join(folder, 'services.ts');
  await run(process.execPath, [bin('openapi-typescript/bin/cli.js'), file, '-o', types], BUFFER);
  await run(process.execPath, [bin('typescript-native/bin/tsc'), '--noEmit', '--strict', types], {
    ...BUFFER,
    cwd: folder,
  });
  const text = readFileSync(types, 'utf8');
  for (const { of } of operationsOf(description))
    expect(text).toContain(` ${String(of.operationId)}: {`);
});

it.skipIf(!has('openapi'))(
  'a generator makes a Python client with a module for every operation and one class for a failure of all searches, which compiles',
  async () => {
    const settings = join(folder, 'settings.yml');
    writeFileSync(settings, 'post_hooks: []\n');
    const client = join(folder, 'client');
    const options = [
      '--path',
      file,
      '--output-path',
      client,
      '--meta',
      'none',
      '--config',
      settings,
    ];
    await python(['openapi'], ['-m', 'openapi_python_client', 'generate', ...options], folder);
    const modules = globSync('api/*/*.py', { cwd: client }).filter(
      (path) => !path.endsWith('__init__.py'),
    );
    expect(modules).toHaveLength(operationsOf(description).length);
    await python(['openapi'], ['-m', 'compileall', '-q', client], folder);
    expect(globSync('models/*root_cause*', { cwd: client })).toEqual([
      'models/cluster_failure_error_root_cause_item.py',
    ]);
  },
);

/**
 * Answered 501 or 503 where they are not set up or read for the first time, which the program takes
 * for a fault.
 */
const NOT_SET_UP = '/services/arrays/|/dropbox|/services/tiles|/sso/|/dropbox/';
/** Six indexes have the same calls: two are tried, and the calls of several at once. */
const ALIKE = '/services/(epochs|scan_names|field_campaigns|handbooks|file_info)';

/** The failure of the generator itself, and no finding about an answer. */
const OWN_FAILURE = /Runtime Error.*hypothesis\.errors\.Flaky/s;

type Printed = { readonly stdout: string; readonly stderr: string };
const failureOf = ({ stdout, stderr }: Printed): string => {
  const begin = Math.max(0, stdout.search(/=+ (ERRORS|FAILURES) =/));
  return `${stdout.slice(begin).slice(0, 20_000)}\n${stderr.slice(-4000)}`;
};

describe.skipIf(!has('schemathesis'))(
  'a program that tries every operation with examples and edge cases',
  () => {
    let server: Isobar;
    beforeAll(async () => {
      server = await demoIsobar({ ...NO_ORDERS, ISOBAR_RATE: '1000000' });
    });
    afterAll(() => server?.remove());

    it('a program that tries every operation with examples and edge cases finds no answer that is not described', async () => {
      const options = {
        '--url': server.url,
        '--phases': 'examples,coverage',
        '--seed': '1',
        '--workers': '1', // its generator fails now and then where two threads share its caches
        '--request-timeout': '60',
        '--checks':
          'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance',
        '--header': 'Authorization: Bearer demo:demo-token',
        '--exclude-path-regex': `${NOT_SET_UP}|${ALIKE}`,
      };
      // Collecting garbage as often as Python does by itself takes a third of the time.
      const program =
        'import gc, sys; gc.set_threshold(100_000, 50, 100); sys.setrecursionlimit(20000); from schemathesis.cli import schemathesis; schemathesis()';
      const args = ['-c', program, 'run', file, '--no-color', ...Object.entries(options).flat()];
      // It ends with a status other than 0 for any finding, which is then the message of the
      // failure.
      const tried = () => python(['schemathesis'], args, folder).catch(failureOf);
      let found = await tried();
      // The program's own generator of data fails now and then; it is asked once more, and what it
      // finds then counts.
      if (typeof found === 'string' && OWN_FAILURE.test(found)) found = await tried();
      if (typeof found === 'string') throw new Error(found);
      const { stdout } = found;
      const [, selected] = /Selected: (\d+)\//.exec(stdout) ?? [];
      expect(Number(selected)).toBeGreaterThan(200);
    }, 600_000);
  },
);
