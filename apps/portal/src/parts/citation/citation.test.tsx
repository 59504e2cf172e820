// The citation panel and the citation tool, over answers that the test gives.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { inPortal } from '../../testing/in-portal.tsx';
import {
  config,
  openPortal,
  problem,
  servedPortal,
  server,
  signedIn,
} from '../../testing/open-portal.tsx';
import { orderEntry } from '../../testing/order-fixtures.ts';
import { made, metadataService } from '../../testing/small-archive.ts';
import { CitationPanel } from './citation-panel.tsx';
import { CitationTool } from './citation-tool.tsx';
import type { CitationDatastream } from './cited.ts';

servedPortal();

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

/** Serves citations whose text repeats the request; returns every call of the service, in order. */
function cites(): URL[] {
  const asked: URL[] = [];
  server.use(
    http.get('*/services/citation/formats', () =>
      HttpResponse.json({
        formats: [
          { code: 'arm', label: 'ARM', extension: 'txt' },
          { code: 'mla', label: 'MLA', extension: 'txt' },
          { code: 'bibtex', label: 'BibTeX', extension: 'bib' },
        ],
      }),
    ),
    http.get('*/services/citation/:of', ({ request, params }) => {
      const url = new URL(request.url);
      asked.push(url);
      const query = url.searchParams;
      const site = query.get('site') ?? '';
      return HttpResponse.json({
        citation: `${query.get('citationType')} ${params.of} ${query.get('id')} ${site} ${query.get('startDate')} ${query.get('endDate')}`,
        sites: ['nsa::North Slope', 'sgp::Southern Great Plains'],
        selectedSite: site === 'sgp' ? 'sgp::Southern Great Plains' : '',
        facilities: ['E13::Lamont'],
        dataLevels: ['a1', 'b1'],
      });
    }),
  );
  return asked;
}

describe('the citation panel', () => {
  it('[I005] has a datastream select only for several', async () => {
    cites();
    inPortal(<CitationPanel objects={[object('sgpmetE13.b1')]} onHide={() => {}} />);
    expect(await screen.findByText(/^arm datastream sgpmetE13.b1/)).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Datastream' })).toBeNull();
  });

  it('[I006, I007, I008, I014, I017] takes the dates of the object, a format of the store, Hide and Copy', async () => {
    const asked = cites();
    const onHide = vi.fn();
    const objects = [object('sgpmetE13.b1'), object('sgpmetE15.b1')];
    const user = inPortal(<CitationPanel objects={objects} onHide={onHide} />);
    const text = await screen.findByText('arm datastream sgpmetE13.b1 2020-01-01 2020-02-03');
    const hide = screen.getByRole('button', { name: 'Hide' });
    expect(hide.compareDocumentPosition(text)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Datastream' }), 'sgpmetE15.b1');
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Citation format' }),
      await screen.findByRole('option', { name: 'MLA' }),
    );
    expect(await screen.findByText(/^mla datastream sgpmetE15.b1/)).toBeTruthy();
    expect(asked.at(-1)?.searchParams.get('dateAccessed')).toMatch(/^\d{4}-\d\d-\d\d$/);
    await user.click(hide);
    expect(onHide).toHaveBeenCalled();
  });

  it('[I027] asks for nothing without a datastream', async () => {
    const asked = cites();
    inPortal(<CitationPanel objects={[]} onHide={() => {}} />);
    await screen.findByRole('option', { name: 'MLA' });
    expect(asked).toHaveLength(0);
  });

  it('[I019, I020] Copy says Copied, and Copy again when the citation is another', async () => {
    cites();
    const user = inPortal(<CitationPanel objects={[object('sgpmetE13.b1')]} onHide={() => {}} />);
    await screen.findByText(/^arm/);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toMatch(/^arm datastream sgpmetE13.b1/);
    await screen.findByRole('option', { name: 'MLA' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Citation format' }), 'mla');
    await screen.findByText(/^mla/);
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  });

  it('[I032] says Copy Failed', async () => {
    cites();
    const user = inPortal(<CitationPanel objects={[object('sgpmetE13.b1')]} onHide={() => {}} />);
    await screen.findByText(/^arm/);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copy Failed' })).toBeTruthy();
  });

  it('[I030] says that it failed, and tries again', async () => {
    server.use(http.get('*/services/citation/:of', () => problem(503, 'unavailable')));
    const user = inPortal(<CitationPanel objects={[object('sgpmetE13.b1')]} onHide={() => {}} />);
    expect(await screen.findByText(/An error occurred during citation generation\./)).toBeTruthy();
    cites();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^arm/)).toBeTruthy();
  });

  it('shows markup of an answer as text of the citation, and never runs it', async () => {
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
});

const documents = [
  made('met', 'sgp', 'E13', 'temp'),
  made('met', 'sgp', 'E15', 'temp', { start_date: '1994-05-01T00:00:00Z' }),
];
const source = () => screen.findByRole('combobox', { name: 'Datastream or source' });

describe('the citation tool', () => {
  it('[I002, I003] opens from the footer and from the home page', async () => {
    const tool = {
      section: 'dataTools',
      kicker: '',
      title: 'Citation generator',
      text: 'References and acknowledgements',
      instrumentClassCode: '',
      links: [{ label: '', url: 'citation-generator' }],
      comingSoon: false,
    };
    server.use(
      http.get('*/discovery/config.json', () => HttpResponse.json({ ...config, featured: [tool] })),
      metadataService(documents).handler,
    );
    const { user } = openPortal('/');
    const title = 'CITATION GENERATOR & EXPORTER TOOL';
    await user.click(await screen.findByRole('button', { name: 'Citation Generator' }));
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: /^Citation generator/ }));
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  });

  it('[I004] opens from an order card, with the datastreams of the order', async () => {
    cites();
    signedIn();
    server.use(
      http.get('*/services/order/orders/history', () =>
        HttpResponse.json({ orderHistoryResponses: [orderEntry()] }),
      ),
    );
    const { user } = openPortal('/account/order');
    await user.click(await screen.findByRole('button', { name: 'Generate Citation' }));
    await user.click(await screen.findByRole('button', { name: 'Edit and export…' }));
    const list = await screen.findByRole('list', { name: 'Citations' });
    expect(await within(list).findByText(/sgpmetE13.b1 .*2020-01-01 2020-01-03/)).toBeTruthy();
  });

  it('[I009, I010, I033, I034] offers ten datastreams a quarter of a second after the last key', async () => {
    const many = Array.from({ length: 12 }, (_, n) => made('met', 'sgp', `E${n + 1}`, 'temp'));
    server.use(metadataService(many).handler);
    const searched = vi.spyOn(globalThis, 'setTimeout');
    const user = inPortal(<CitationTool onClose={() => {}} />);
    const add = screen.getByRole('button', { name: 'Add Citation' });
    expect(add).toHaveProperty('disabled', true);
    await user.type(await source(), 'sgpmet');
    expect(add).toHaveProperty('disabled', false);
    const options = await screen.findAllByRole('option', { name: /^sgpmetE/ });
    expect(options).toHaveLength(10);
    expect(searched.mock.calls.some(([, ms]) => ms === 250)).toBe(true);
  });

  it('[I011, I022, I023] adds with the bounds of the source, and regenerates the citation with each choice', async () => {
    const asked = cites();
    const bodies: string[] = [];
    server.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/_search'))
        void request
          .clone()
          .text()
          .then((body) => bodies.push(body));
    });
    server.use(metadataService(documents).handler);
    const user = inPortal(<CitationTool onClose={() => {}} />);
    await user.type(await source(), 'sgpmetE15.b1');
    await user.click(screen.getByRole('button', { name: 'Add Citation' }));
    expect(
      await screen.findByText(/arm datastream sgpmetE15.b1 1994-05-01 2020-12-31/),
    ).toBeTruthy();
    expect(bodies.join()).toContain('"start_date":{"order":"asc"}');
    const steps: readonly (readonly [string, string, string])[] = [
      ['Site', 'sgp::Southern Great Plains', 'site=sgp'],
      ['Facility', 'E13::Lamont', 'facility=E13'],
      ['Data level', 'a1', 'dataLevel=a1'],
      ['Format', 'mla', 'citationType=mla'],
    ];
    for (const [label, value, query] of steps) {
      const before = asked.length;
      await user.selectOptions(screen.getByRole('combobox', { name: label }), value);
      await waitFor(() => expect(asked.length).toBeGreaterThan(before));
      expect(String(asked.at(-1))).toContain(query);
      await screen.findByText(/datastream sgpmetE15.b1/);
    }
    for (const [label, day, query] of [
      ['Start date', '2001-01-01', 'startDate=2001-01-01'],
      ['End date', '2002-01-01', 'endDate=2002-01-01'],
      ['Accessed date', '2020-05-05', 'dateAccessed=2020-05-05'],
    ] as const) {
      const box = screen.getByRole('textbox', { name: label });
      await user.clear(box);
      await user.type(box, `${day}{Enter}`);
      await user.tab();
      await waitFor(() => expect(String(asked.at(-1))).toContain(query));
    }
  });

  it('says which source there is not', async () => {
    server.use(metadataService(documents).handler);
    const user = inPortal(<CitationTool onClose={() => {}} />);
    await user.type(await source(), 'nothing');
    await user.click(screen.getByRole('button', { name: 'Add Citation' }));
    expect(
      await screen.findByText(/The archive has no datastream or source 'nothing'/),
    ).toBeTruthy();
  });

  it('[I031] tells in place what failed, with Try again (decision 1024)', async () => {
    server.use(metadataService(documents).handler);
    server.use(http.get('*/services/citation/:of', () => problem(500, 'unexpected')));
    const user = inPortal(<CitationTool onClose={() => {}} />);
    await user.type(await source(), 'sgpmetE13.b1');
    await user.click(screen.getByRole('button', { name: 'Add Citation' }));
    expect(await screen.findByText(/An error occurred during citation generation/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('exports all as one file', async () => {
    cites();
    let body: unknown;
    server.use(
      metadataService(documents).handler,
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
    for (const name of ['sgpmetE13.b1', 'sgpmetE15.b1']) {
      await user.type(await source(), name);
      await user.click(screen.getByRole('button', { name: 'Add Citation' }));
      await screen.findByRole('heading', { name });
    }
    await user.selectOptions(screen.getByRole('combobox', { name: 'Export as' }), 'bibtex');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(saved).toEqual(['citations.bib']));
    expect(body).toMatchObject({
      citationType: 'bibtex',
      items: [{ id: 'sgpmetE15.b1' }, { id: 'sgpmetE13.b1' }],
    });
  });
});
