// The citation panel and the citation tool, over what the citation service of the demo archive
// answers.
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { inPortal } from '../../testing/in-portal.tsx';
import { openPortal, server } from '../../testing/open-portal.tsx';
import { answerAgain, recordedPortal, refuse, sentTo } from '../../testing/recorded.ts';
import { CitationPanel } from './citation-panel.tsx';
import { CitationTool } from './citation-tool.tsx';
import type { CitationDatastream } from './cited.ts';

recordedPortal();

const object = (datastream: string): CitationDatastream => ({
  dataLevels: [
    {
      datastream,
      dataLevel: 'b1',
      dates: [
        { startDate: '2020-02-01T00:00:00Z', endDate: '2020-02-03T00:00:00Z' },
        { startDate: '2020-01-01', endDate: '2020-01-03' },
      ],
    },
  ],
});

/** Every call of the citation service from now on, in order. */
function cites() {
  const seen = sentTo('/services/citation/*');
  return {
    asked: (): readonly URL[] =>
      seen.map(({ url }) => url).filter((url) => !url.pathname.endsWith('/formats')),
  };
}
/** The citation that is shown, once it reads so. */
const cited = (text: RegExp) =>
  screen.findByText((_, node) => node?.tagName === 'P' && text.test(node.textContent ?? ''));
const OF_SGP = /Surface Meteorological Instrumentation.*2020-01-01 to 2020-02-03.*E13/s;
const OF_NSA = /Surface Meteorological Instrumentation.*2020-01-01 to 2020-02-03.*C1/s;

it('[I005] the citation panel has a datastream select only for several', async () => {
  inPortal(<CitationPanel objects={[object('sgpmetE13.b1')]} onHide={() => {}} />);
  expect(await cited(OF_SGP)).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Datastream' })).toBeNull();
});

it('[I006, I007, I008, I014, I017] takes the dates of the object, a format of the store, Hide and Copy', async () => {
  const { asked } = cites();
  const onHide = vi.fn();
  const objects = [object('sgpmetE13.b1'), object('nsametC1.b1')];
  const user = inPortal(<CitationPanel objects={objects} onHide={onHide} />);
  const text = await cited(OF_SGP);
  const hide = screen.getByRole('button', { name: 'Hide' });
  expect(hide.compareDocumentPosition(text)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Datastream' }), 'nsametC1.b1');
  const inArm = (await cited(OF_NSA)).textContent;
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Citation format' }),
    await screen.findByRole('option', { name: 'MLA' }),
  );
  await waitFor(() => expect(asked().at(-1)?.searchParams.get('citationType')).toBe('mla'));
  await waitFor(async () =>
    expect((await cited(/Surface Meteorological Instrumentation/)).textContent).not.toBe(inArm),
  );
  expect(asked().at(-1)?.searchParams.get('dateAccessed')).toMatch(/^\d{4}-\d\d-\d\d$/);
  await user.click(hide);
  expect(onHide).toHaveBeenCalled();
});

it('[I027] the citation panel asks for nothing without a datastream', async () => {
  const { asked } = cites();
  inPortal(<CitationPanel objects={[]} onHide={() => {}} />);
  await screen.findByRole('option', { name: 'MLA' });
  expect(asked()).toHaveLength(0);
});

it('[I019, I020] Copy says Copied, and Copy again when the citation is another', async () => {
  const user = inPortal(<CitationPanel objects={[object('sgpmetE13.b1')]} onHide={() => {}} />);
  const first = (await cited(OF_SGP)).textContent;
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toMatch(OF_SGP);
  await screen.findByRole('option', { name: 'MLA' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Citation format' }), 'mla');
  await waitFor(async () =>
    expect((await cited(/Surface Meteorological/)).textContent).not.toBe(first),
  );
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
});

it('[I032] the citation panel says Copy Failed', async () => {
  const user = inPortal(<CitationPanel objects={[object('sgpmetE13.b1')]} onHide={() => {}} />);
  await cited(OF_SGP);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copy Failed' })).toBeTruthy();
});

it('[I030] the citation panel says that it failed, and tries again', async () => {
  refuse('*/services/citation/datastream');
  const user = inPortal(<CitationPanel objects={[object('sgpmetE13.b1')]} onHide={() => {}} />);
  expect(await screen.findByText(/An error occurred during citation generation\./)).toBeTruthy();
  answerAgain();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await cited(OF_SGP)).toBeTruthy();
});

it('the citation panel shows markup of an answer as text of the citation, and never runs it', async () => {
  server.use(
    http.get('*/services/citation/:of', () =>
      HttpResponse.json({
        citation: 'A. Title.',
        html: 'A. <i>Title</i><img src=x onerror=alert(1)><script>alert(1)</script>.',
      }),
    ),
  );
  inPortal(<CitationPanel objects={[object('sgpmetE13.b1')]} onHide={() => {}} />);
  expect((await screen.findByText('Title')).tagName).toBe('I');
  expect(document.querySelector('img, script')).toBeNull();
});

const source = () => screen.findByRole('combobox', { name: 'Datastream or source' });

it('[I002, I003] opens from the footer and from the home page', async () => {
  const { user } = openPortal('/');
  const title = 'CITATION GENERATOR & EXPORTER TOOL';
  await user.click(await screen.findByRole('button', { name: 'Citation Generator' }));
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: /^Citation generator/ }));
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
});

it('[I009, I010, I033, I034] offers ten datastreams a quarter of a second after the last key', async () => {
  const searched = vi.spyOn(globalThis, 'setTimeout');
  const user = inPortal(<CitationTool onClose={() => {}} />);
  const add = screen.getByRole('button', { name: 'Add Citation' });
  expect(add).toHaveProperty('disabled', true);
  await user.type(await source(), 'sgp');
  expect(add).toHaveProperty('disabled', false);
  const options = await screen.findAllByRole('option', { name: /^sgp/ });
  expect(options).toHaveLength(10);
  expect(searched.mock.calls.some(([, ms]) => ms === 250)).toBe(true);
});

it('[I011, I022, I023] adds with the bounds of the source, and regenerates the citation with each choice', async () => {
  const { asked } = cites();
  const searches = sentTo('/services/metadata/_search');
  const user = inPortal(<CitationTool onClose={() => {}} />);
  await user.type(await source(), 'nsametC1.b1');
  await user.click(screen.getByRole('button', { name: 'Add Citation' }));
  expect(await cited(/2003-10-31 to 2026-09-23/)).toBeTruthy();
  expect(JSON.stringify(searches)).toContain('"start_date":{"order":"asc"}');
  const choose = async (label: string, code: RegExp, query: string) => {
    const before = asked().length;
    const box = screen.getByRole<HTMLSelectElement>('combobox', { name: label });
    const option = [...box.options].find(({ value }) => code.test(value));
    await user.selectOptions(box, option?.value ?? '');
    await waitFor(() => expect(asked().length).toBeGreaterThan(before));
    expect(String(asked().at(-1))).toContain(query);
    await cited(/Surface Meteorological Instrumentation/);
  };
  await choose('Format', /^mla$/, 'citationType=mla');
  await choose('Data level', /^00/, 'dataLevel=00');
  await choose('Site', /^sgp/, 'site=sgp');
  await choose('Facility', /^E/, 'facility=E');
  for (const [label, day, query] of [
    ['Start date', '2011-01-01', 'startDate=2011-01-01'],
    ['End date', '2012-01-01', 'endDate=2012-01-01'],
    ['Accessed date', '2020-05-05', 'dateAccessed=2020-05-05'],
  ] as const) {
    const box = screen.getByRole('textbox', { name: label });
    await user.clear(box);
    await user.type(box, `${day}{Enter}`);
    await user.tab();
    await waitFor(() => expect(String(asked().at(-1))).toContain(query));
  }
});

it('the citation tool says which source there is not', async () => {
  const user = inPortal(<CitationTool onClose={() => {}} />);
  await user.type(await source(), 'nothing');
  await user.click(screen.getByRole('button', { name: 'Add Citation' }));
  expect(await screen.findByText(/The archive has no datastream or source 'nothing'/)).toBeTruthy();
});

it('[I031] the citation tool tells in place what failed, with Try again (decision 1024)', async () => {
  refuse('*/services/citation/datastream', 500);
  const user = inPortal(<CitationTool onClose={() => {}} />);
  await user.type(await source(), 'sgpmetE13.b1');
  await user.click(screen.getByRole('button', { name: 'Add Citation' }));
  expect(await screen.findByText(/An error occurred during citation generation/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('the citation tool exports all as one file', async () => {
  let body: unknown;
  server.use(
    http.post('*/services/citation/export', async ({ request }) => {
      body = await request.json();
      return new HttpResponse('@misc{a}');
    }),
  );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  const user = inPortal(<CitationTool cited={[]} onClose={() => {}} />);
  for (const name of ['sgpmetE13.b1', 'nsametC1.b1']) {
    await user.type(await source(), name);
    await user.click(screen.getByRole('button', { name: 'Add Citation' }));
    await screen.findByRole('heading', { name });
  }
  await user.selectOptions(screen.getByRole('combobox', { name: 'Export as' }), 'bibtex');
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(saved).toEqual(['citations.bib']));
  expect(body).toMatchObject({
    citationType: 'bibtex',
    items: [{ id: 'nsametC1.b1' }, { id: 'sgpmetE13.b1' }],
  });
});
