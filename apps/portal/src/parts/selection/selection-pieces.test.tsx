// The pieces to choose with: variables, files, scan types.
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { current, Held, whole } from '../../testing/held-selection.tsx';
import { inPortal } from '../../testing/in-portal.tsx';
import { problem, servedPortal, server } from '../../testing/open-portal.tsx';
import { FilesChoice } from './files-choice.tsx';
import { ScanPicker } from './scan-picker.tsx';
import { existing } from './variables.ts';
import { VariablesChoice } from './variables-choice.tsx';

servedPortal();

// jsdom draws nothing: the list of files gets the height of its frame.
const frame = { configurable: true, get: () => 306 };
Object.defineProperty(Element.prototype, 'clientHeight', frame);
Object.defineProperty(Element.prototype, 'clientWidth', frame);

describe('variables', () => {
  const VARIABLES = '*/services/files/variables/';
  const show = (first = whole) =>
    inPortal(
      <Held first={first}>
        {(selection, change) => (
          <VariablesChoice
            selection={selection}
            onChange={(variables) => change({ ...selection, variables })}
          />
        )}
      </Held>,
    );
  const answer = http.post(VARIABLES, async ({ request }) => {
    expect(await request.json()).toEqual(['sgpkazrgeC1.b1']);
    const one = (variable: string, description: string, isDefault = false) => ({
      variable,
      description,
      units: '1',
      default: isDefault,
    });
    return HttpResponse.json([
      {
        datastream: 'sgpkazrgeC1.b1',
        variables: [
          one('time', 'Time', true),
          one('reflectivity', 'Reflectivity'),
          one('lat', 'North latitude'),
        ],
      },
    ]);
  });

  it('[C040] [C042] [C056] toggles between all and requested ones, and filters the list', async () => {
    server.use(answer);
    const user = show();
    await user.click(screen.getByRole('radio', { name: 'Extract Requested Variables' }));
    const time = await screen.findByRole<HTMLInputElement>('checkbox', { name: /time/ });
    expect([time.checked, time.disabled]).toEqual([true, true]);
    await user.type(screen.getByRole('textbox', { name: 'Filter variables' }), 'REFLECT');
    expect(screen.queryByRole('checkbox', { name: /lat/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: /reflectivity/ }));
    expect(current().variables).toEqual(['reflectivity']);
    await user.click(screen.getByRole('radio', { name: 'Order all Variables' }));
    expect(current().variables).toEqual([]);
  });

  it('[C043] says when the filter matches none', async () => {
    server.use(answer);
    const user = show();
    await user.click(screen.getByRole('radio', { name: 'Extract Requested Variables' }));
    await user.type(await screen.findByRole('textbox', { name: 'Filter variables' }), 'ozone');
    expect(screen.getByText('No variables found matching ozone')).toBeTruthy();
  });

  it('orders of a choice only what the datastream has', () => {
    const known = [{ variable: 'rain', description: '', units: 'mm', default: false }];
    expect(existing(['rain', 'snow'], known)).toEqual(['rain']);
    expect(existing(['snow'], known)).toEqual([]);
    expect(existing(['snow'], undefined)).toEqual(['snow']);
  });

  it('[C041] cannot extract from raw levels', () => {
    show({ ...whole, dataLevel: '00' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Extract/ }).disabled).toBe(true);
    expect(screen.getByText(/delivered as they are/)).toBeTruthy();
  });

  it('[C090] a failure stops the spinner and hides the list; it is displayed and can be tried again', async () => {
    server.use(http.post(VARIABLES, () => problem(400, 'bad-request', 'Broken')));
    const user = show();
    await user.click(screen.getByRole('radio', { name: 'Extract Requested Variables' }));
    expect(await screen.findByText('The variables could not be loaded.')).toBeTruthy();
    expect(screen.queryByText('Loading the variables…')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    server.use(answer);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('checkbox', { name: /reflectivity/ })).toBeTruthy();
  });
});

describe('files', () => {
  const FILES = '*/services/file_info/_search';
  const name = (i: number): string => `sgpkazrgeC1.b1.${String(i).padStart(5, '0')}.nc`;
  /** 20,000 files, newest name first, as the file index answers. */
  const all = Array.from({ length: 20_000 }, (_, i) => name(19_999 - i));
  let asked: Record<string, unknown>[] = [];
  const index = http.post(FILES, async ({ request }) => {
    const body = (await request.json()) as { search_after?: [string]; size: number }; // what the portal sends
    asked.push(body);
    const value = /"value":"\*(.*?)\*"/.exec(JSON.stringify(body))?.[1];
    const matching = value ? all.filter((one) => one.includes(value)) : all;
    const from = body.search_after ? matching.indexOf(body.search_after[0]) + 1 : 0;
    return HttpResponse.json({
      hits: {
        total: { value: matching.length },
        hits: matching
          .slice(from, from + body.size)
          .map((one) => ({ _source: { file_name: one, file_size: 2e6 } })),
      },
    });
  });
  async function show() {
    asked = [];
    server.use(index);
    const user = inPortal(
      <Held>
        {(selection, change) => (
          <FilesChoice
            selection={selection}
            onChange={(files) => change({ ...selection, files })}
          />
        )}
      </Held>,
    );
    await user.click(screen.getByRole('radio', { name: 'Order Specific Files' }));
    await screen.findByRole('option', { name: new RegExp(name(19_999)) });
    return user;
  }

  it('[C044] [C045] [C008] [C011] picks files by a click on their row; all files clears them', async () => {
    const user = await show();
    const row = screen.getByRole('option', { name: new RegExp(name(19_998)) });
    await user.click(row);
    expect(current().files).toEqual([{ filename: name(19_998), filesize: 2e6 }]);
    expect(row.getAttribute('aria-selected')).toBe('true');
    await user.click(row);
    expect(current().files).toEqual([]);
    await user.click(row);
    await user.click(screen.getByRole('radio', { name: 'Order all Files' }));
    expect(current().files).toEqual([]);
  });

  it('[C007] [C005] Select All Files takes all 20,000, Clear Selected none, drawn only in view', async () => {
    const user = await show();
    expect(screen.getAllByRole('option').length).toBeLessThan(40);
    await user.click(screen.getByRole('button', { name: 'Select All Files' }));
    await waitFor(() => expect(current().files).toHaveLength(20_000));
    expect(new Set(current().files.map((file) => file.filename)).size).toBe(20_000);
    await user.click(screen.getByRole('button', { name: 'Clear Selected' }));
    expect(current().files).toEqual([]);
  });

  it('[C006] Select Visible takes the rows in view', async () => {
    const user = await show();
    await user.click(screen.getByRole('button', { name: 'Select Visible' }));
    expect(current().files.map((file) => file.filename)).toEqual(all.slice(0, 9));
  });

  it('[C009] [C025] filters by text, and says when nothing matches', async () => {
    const user = await show();
    const filter = screen.getByRole('textbox', { name: 'Filter files' });
    await user.type(filter, '00042');
    expect(await screen.findByRole('option', { name: new RegExp(name(42)) })).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.clear(filter);
    await user.type(filter, 'zzz');
    expect(await screen.findByText('No search found for "zzz"')).toBeTruthy();
  });

  it('[C026] says when there are no files', async () => {
    server.use(
      http.post(FILES, () => HttpResponse.json({ hits: { total: { value: 0 }, hits: [] } })),
    );
    const user = inPortal(
      <Held>
        {(selection) => <FilesChoice selection={selection} onChange={() => undefined} />}
      </Held>,
    );
    await user.click(screen.getByRole('radio', { name: 'Order Specific Files' }));
    expect(await screen.findByText('No files available for selection.')).toBeTruthy();
  });

  it('[C024] tells a failure of the listing, and tries again', async () => {
    server.use(http.post(FILES, () => problem(400, 'bad-request', 'The index is being rebuilt.')));
    const user = inPortal(
      <Held>
        {(selection) => <FilesChoice selection={selection} onChange={() => undefined} />}
      </Held>,
    );
    await user.click(screen.getByRole('radio', { name: 'Order Specific Files' }));
    expect(await screen.findByText(/The index is being rebuilt/)).toBeTruthy();
    server.use(index);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: new RegExp(name(19_999)) })).toBeTruthy();
  });

  it('works with the keyboard', async () => {
    const user = await show();
    screen.getByRole('listbox', { name: 'Files' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(current().files.map((file) => file.filename)).toEqual([name(19_997)]);
  });
});

describe('scan types', () => {
  const NAMES = ['ppi', 'rhi', 'vpt', 'sur', 'hsrhi', 'mppi'];
  const counts = (of: Record<string, number>) =>
    http.post('*/services/file_info/_search', () =>
      HttpResponse.json({
        aggregations: {
          scans: {
            buckets: Object.entries(of).map(([key, doc_count]) => ({ key, doc_count })),
          },
        },
      }),
    );
  const labels = http.get('*/services/scan_names/_search', () =>
    HttpResponse.json({
      hits: {
        hits: [
          { _source: { scan_name: 'ppi', scan_desc: 'Plan position indicator' } },
          { _source: { scan_name: 'mppi', scan_desc: '' } },
        ],
      },
    }),
  );
  const some = { ppi: 5, rhi: 2, vpt: 1, sur: 9, hsrhi: 3, mppi: 4 };
  async function show(first = whole) {
    const user = inPortal(
      <Held first={first}>
        {(selection, change) => (
          <ScanPicker
            selection={selection}
            scanNames={NAMES}
            onChange={(scanNames) => change({ ...selection, scanNames })}
          />
        )}
      </Held>,
    );
    await screen.findByRole('checkbox', { name: /Plan position indicator/ });
    return user;
  }
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });

  it('[C094] [C095] [C096] [C097] [C107] shows descriptions, a counter, and all selected at first', async () => {
    server.use(labels, counts(some));
    await show();
    expect(all().checked).toBe(true);
    expect(screen.getByText('6 of 6 scans selected')).toBeTruthy();
    expect(box(/^mppi/).checked).toBe(true);
    expect(current().scanNames).toEqual([]);
    expect(screen.getByRole('list').className).toContain('overflow-y-auto');
  });

  it('[C093] [C104] [C105] carries scan names; unselecting one clears Select all', async () => {
    server.use(labels, counts(some));
    const user = await show();
    await user.click(box(/^rhi/));
    expect(all().checked).toBe(false);
    expect(current().scanNames).toEqual(['ppi', 'vpt', 'sur', 'hsrhi', 'mppi']);
    await user.click(all());
    expect(current().scanNames).toEqual([]);
    expect(all().checked).toBe(true);
  });

  it('[C097] labels a scan with its description and carries its name', async () => {
    server.use(labels, counts(some));
    const user = await show();
    await user.click(all()); // none, so that one alone can be taken
    await user.click(box(/^Plan position indicator/));
    expect(box(/^Plan position indicator/).checked).toBe(true);
    expect(current().scanNames).toEqual(['ppi']);
    expect(screen.queryByRole('checkbox', { name: /^ppi/ })).toBeNull();
  });

  it('[C012] fetches the list of scan names once, for however many items', async () => {
    let fetched = 0;
    server.use(
      counts(some),
      http.get('*/services/scan_names/_search', () => {
        fetched += 1;
        const source = { scan_name: 'ppi', scan_desc: 'Plan position indicator' };
        return HttpResponse.json({ hits: { hits: [{ _source: source }] } });
      }),
    );
    inPortal(
      <div>
        {['sgpkazrgeC1.b1', 'sgpkazrgeC1.c1'].map((datastream) => (
          <ScanPicker
            key={datastream}
            selection={{ ...whole, datastream }}
            scanNames={NAMES}
            onChange={() => undefined}
          />
        ))}
      </div>,
    );
    await waitFor(() =>
      expect(screen.getAllByRole('checkbox', { name: /Plan position/ })).toHaveLength(2),
    );
    expect(fetched).toBe(1);
  });

  it('[C106] an option without files is disabled and leaves the selection', async () => {
    server.use(labels, counts({ ppi: 5, vpt: 1 }));
    await show({ ...whole, scanNames: ['ppi', 'rhi'] });
    await waitFor(() => expect(current().scanNames).toEqual(['ppi']));
    expect([box(/^rhi/).disabled, box(/^rhi/).checked]).toEqual([true, false]);
  });
});
