// The pieces to choose with: variables, files, scan types.

import { selectionOf } from '@isobar/contract/orders/selection.ts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { at, current, Held, whole } from '../../testing/held-selection.tsx';
import { inPortal } from '../../testing/in-portal.tsx';
import { server } from '../../testing/open-portal.tsx';
import { answerAgain, recordedPortal, refuse, sentTo } from '../../testing/recorded.ts';
import { FilesChoice } from './files-choice.tsx';
import { ScanPicker } from './scan-picker.tsx';
import { existing } from './variables.ts';
import { VariablesChoice } from './variables-choice.tsx';

recordedPortal();

/** A quarter of a station of the demo archive, and all of a radar of it. */
const station = selectionOf({
  datastream: 'sgpmetE13.b1',
  dataLevel: 'b1',
  start: at('2020-01-01'),
  end: at('2020-03-31 23:59:59'),
});
const radar = selectionOf({
  datastream: 'sgpcsaprsurcmacI7.c0',
  dataLevel: 'c0',
  start: at('2011-04-14'),
  end: at('2011-06-29 23:59:59'),
});

// jsdom draws nothing: the list of files gets the height of its frame.
const frame = { configurable: true, get: () => 306 };
Object.defineProperty(Element.prototype, 'clientHeight', frame);
Object.defineProperty(Element.prototype, 'clientWidth', frame);

describe('variables', () => {
  const VARIABLES = '*/services/files/variables/';
  const show = (first = station) =>
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
  it('[C040] [C042] [C056] the list of variables toggles between all and requested ones, and filters the list', async () => {
    const user = show();
    await user.click(screen.getByRole('radio', { name: 'Extract Requested Variables' }));
    const time = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^time(?!_)/ });
    expect([time.checked, time.disabled]).toEqual([true, true]);
    await user.type(screen.getByRole('textbox', { name: 'Filter variables' }), 'TEMPERATURE MEAN');
    expect(screen.queryByRole('checkbox', { name: /^rh_mean/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: /^temp_mean.*Temperature mean/ }));
    expect(current().variables).toEqual(['temp_mean']);
    await user.click(screen.getByRole('radio', { name: 'Order all Variables' }));
    expect(current().variables).toEqual([]);
  });

  it('[C043] the list of variables says when the filter matches none', async () => {
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

  it('[C041] variables cannot be extracted from raw levels', () => {
    show({ ...station, dataLevel: '00' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Extract/ }).disabled).toBe(true);
    expect(screen.getByText(/delivered as they are/)).toBeTruthy();
  });

  it('[C090] a failure stops the spinner and hides the list; it is displayed and can be tried again', async () => {
    refuse(VARIABLES, 400);
    const user = show();
    await user.click(screen.getByRole('radio', { name: 'Extract Requested Variables' }));
    expect(await screen.findByText('The variables could not be loaded.')).toBeTruthy();
    expect(screen.queryByText('Loading the variables…')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    answerAgain();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('checkbox', { name: /^temp_mean/ })).toBeTruthy();
  });
});

describe('files', () => {
  const FILES = '*/services/file_info/_search';
  const name = (i: number): string => `sgpkazrgeC1.b1.${String(i).padStart(5, '0')}.nc`;
  /** 20,000 files, newest name first, as the file index answers. */
  const all = Array.from({ length: 20_000 }, (_, i) => name(19_999 - i));
  let asked: Record<string, unknown>[] = [];
  const index = http.post(FILES, async ({ request }) => {
    // what the portal sends
    const body = (await request.json()) as { search_after?: [string]; size: number };
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
  async function showMany() {
    asked = [];
    server.use(index);
    return await pick(name(19_999), whole);
  }
  const day = (dated: string): string => `sgpmetE13.b1.${dated}.000000.cdf`;
  const show = () => pick(day('20200331'), station);
  async function pick(first: string, selection: typeof whole) {
    const user = inPortal(
      <Held first={selection}>
        {(held, change) => (
          <FilesChoice selection={held} onChange={(files) => change({ ...held, files })} />
        )}
      </Held>,
    );
    await user.click(screen.getByRole('radio', { name: 'Order Specific Files' }));
    await screen.findByRole('option', { name: new RegExp(first) });
    return user;
  }

  it('[C044] [C045] [C008] [C011] the list of files picks files by a click on their row; all files clears them', async () => {
    const user = await show();
    const row = screen.getByRole('option', { name: new RegExp(day('20200330')) });
    await user.click(row);
    expect(current().files.map((file) => file.filename)).toEqual([day('20200330')]);
    expect(row.getAttribute('aria-selected')).toBe('true');
    await user.click(row);
    expect(current().files).toEqual([]);
    await user.click(row);
    await user.click(screen.getByRole('radio', { name: 'Order all Files' }));
    expect(current().files).toEqual([]);
  });

  it('[C007] [C005] Select All Files takes all of them, Clear Selected none', async () => {
    const user = await show();
    await user.click(screen.getByRole('button', { name: 'Select All Files' }));
    await waitFor(() => expect(current().files).toHaveLength(91));
    expect(current().files.at(-1)?.filename).toBe(day('20200101'));
    await user.click(screen.getByRole('button', { name: 'Clear Selected' }));
    expect(current().files).toEqual([]);
  });

  it('20,000 files are drawn only in view, and can all be selected', async () => {
    const user = await showMany();
    expect(screen.getAllByRole('option').length).toBeLessThan(40);
    await user.click(screen.getByRole('button', { name: 'Select All Files' }));
    await waitFor(() => expect(current().files).toHaveLength(20_000));
    expect(new Set(current().files.map((file) => file.filename)).size).toBe(20_000);
  });

  it('[C006] Select Visible takes the rows in view', async () => {
    const user = await show();
    await user.click(screen.getByRole('button', { name: 'Select Visible' }));
    const days = Array.from({ length: 9 }, (_, n) => day(`202003${31 - n}`));
    expect(current().files.map((file) => file.filename)).toEqual(days);
  });

  it('[C009] [C025] filters by text, and says when nothing matches', async () => {
    const user = await show();
    const filter = screen.getByRole('textbox', { name: 'Filter files' });
    await user.type(filter, '20200215');
    expect(await screen.findByRole('option', { name: new RegExp(day('20200215')) })).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.clear(filter);
    await user.type(filter, 'zzz');
    expect(await screen.findByText('No search found for "zzz"')).toBeTruthy();
  });

  const open = async () => {
    const user = inPortal(
      <Held first={station}>
        {(selection) => <FilesChoice selection={selection} onChange={() => undefined} />}
      </Held>,
    );
    await user.click(screen.getByRole('radio', { name: 'Order Specific Files' }));
    return user;
  };

  it('[C026] the list of files says when there are no files', async () => {
    const user = inPortal(
      <Held first={{ ...station, dates: [{ start: at('1990-01-01'), end: at('1990-01-02') }] }}>
        {(selection) => <FilesChoice selection={selection} onChange={() => undefined} />}
      </Held>,
    );
    await user.click(screen.getByRole('radio', { name: 'Order Specific Files' }));
    expect(await screen.findByText('No files available for selection.')).toBeTruthy();
  });

  it('[C024] the list of files tells a failure of the listing, and tries again', async () => {
    refuse(FILES, 400);
    const user = await open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByRole('option')).toBeNull();
    answerAgain();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: new RegExp(day('20200331')) })).toBeTruthy();
  });

  it('the list of files works with the keyboard', async () => {
    const user = await show();
    screen.getByRole('listbox', { name: 'Files' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(current().files.map((file) => file.filename)).toEqual([day('20200329')]);
  });
});

describe('scan types', () => {
  const NAMES = ['hsrhi', 'ppi', 'rhi'];
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
  async function show(first = radar) {
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

  it('[C094] [C095] [C096] [C097] [C107] the list of scan types shows descriptions, a counter, and all selected at first', async () => {
    await show();
    expect(all().checked).toBe(true);
    expect(screen.getByText('3 of 3 scans selected')).toBeTruthy();
    expect(box(/^Hemispherical-sky RHI/).checked).toBe(true);
    expect(current().scanNames).toEqual([]);
    expect(screen.getByRole('list').className).toContain('overflow-y-auto');
  });

  it('[C093] [C104] [C105] the list of scan types carries scan names; unselecting one clears Select all', async () => {
    const user = await show();
    await user.click(box(/^Range height indicator/));
    expect(all().checked).toBe(false);
    expect(current().scanNames).toEqual(['hsrhi', 'ppi']);
    await user.click(all());
    expect(current().scanNames).toEqual([]);
    expect(all().checked).toBe(true);
  });

  it('[C097] labels a scan with its description and carries its name', async () => {
    const user = await show();
    await user.click(box(/^Hemispherical-sky RHI/));
    await user.click(box(/^Range height indicator/));
    expect(box(/^Plan position indicator/).checked).toBe(true);
    expect(current().scanNames).toEqual(['ppi']);
    expect(screen.queryByRole('checkbox', { name: /^ppi/ })).toBeNull();
  });

  it('[C012] the list of scan types fetches the list of scan names once, for however many items', async () => {
    const fetched = sentTo('/services/scan_names/_search');
    inPortal(
      <div>
        {['2011-06-29', '2011-06-28'].map((end) => (
          <ScanPicker
            key={end}
            selection={{ ...radar, dates: [{ start: at('2011-04-14'), end: at(end) }] }}
            scanNames={NAMES}
            onChange={() => undefined}
          />
        ))}
      </div>,
    );
    await waitFor(() =>
      expect(screen.getAllByRole('checkbox', { name: /Plan position/ })).toHaveLength(2),
    );
    expect(fetched).toHaveLength(1);
  });

  it('an option without files is disabled and leaves the selection', async () => {
    server.use(counts({ ppi: 5, hsrhi: 1 }));
    await show({ ...radar, scanNames: ['ppi', 'rhi'] });
    await waitFor(() => expect(current().scanNames).toEqual(['ppi']));
    const rhi = box(/^Range height indicator/);
    expect([rhi.disabled, rhi.checked]).toEqual([true, false]);
  });
});
