// Checkout in the whole portal: choices, rules, questions, sign-in on the way, and the number.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import {
  openPortal,
  person,
  problem,
  servedPortal,
  server,
  signedIn,
} from '../../testing/open-portal.tsx';
import type { CartItem } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import { useExtracting } from '../selection/extracting.ts';
import { defaultPath } from './staging.tsx';

servedPortal();

const CREATE = '*/services/order/orders/create';
const METRICS = '*/services/files/metrics';
type Sent = {
  selectedData: {
    selectedDatastreams: Record<string, unknown>[];
    outputFormat: string[];
    mergedOutput: boolean;
    maxMb: number | null;
  };
  deliveryBits: number;
  sendConfEmail: boolean;
  idempotencyKey: string;
};

/** Three days, so that no warning stands in the way. */
const short = (item: CartItem): CartItem => ({
  ...item,
  searchStart: '2020-01-01',
  searchEnd: '2020-01-03',
});
const sizes = (bySite: Record<string, [files: number, megabytes: number]>) =>
  http.post(METRICS, async ({ request }) => {
    const { datastream } = (await request.json()) as { datastream: string }; // what the portal sends
    const [fileCount, fileSize] = bySite[datastream.slice(0, 3)] ?? [3, 4.5];
    return HttpResponse.json({ fileCount, fileSize });
  });

/** Answers orders with a number, and keeps what was sent. */
function takeOrders(): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.post(CREATE, async ({ request }) => {
      sent.push((await request.json()) as Sent); // what the portal sends
      const message = 'It will be fulfilled within the next few hours.';
      return HttpResponse.json({ orderId: 4711, message });
    }),
  );
  return sent;
}

/** `ready`: whether the order can be sent as it is. */
async function openCheckout(items: readonly CartItem[] = [short(met)], ready = true) {
  useCart.getState().add(items);
  const opened = openPortal('/saved');
  await opened.user.click(await screen.findByRole('button', { name: 'Checkout' }));
  const dialog = await screen.findByRole('dialog', { name: 'Data Selection Summary' });
  const submit = () =>
    within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Submit order' });
  if (ready) await waitFor(() => expect(submit().disabled).toBe(false));
  return { ...opened, dialog, submit };
}

describe('checkout', () => {
  it('[C031] [C035] [C039] opens a summary with the choices of each datastream', async () => {
    const { dialog } = await openCheckout([short(met), short(metNorth)]);
    for (const name of ['sgpmetE13.b1', 'nsametC1.b1']) {
      const section = within(dialog).getByRole('region', { name });
      for (const label of [
        'Order all Variables',
        'Extract Requested Variables',
        'Order all Files',
        'Order Specific Files',
      ])
        expect(within(section).getByRole('radio', { name: label })).toBeTruthy();
      expect(within(section).getByRole('checkbox', { name: 'Incorrect' })).toBeTruthy();
      expect(within(section).getByRole('checkbox', { name: 'Suspect' })).toBeTruthy();
    }
  });

  it('[O001] [O005] [O008] [O065] [O070] submits and shows the number and the receipt', async () => {
    signedIn();
    const sent = takeOrders();
    const { user, submit } = await openCheckout();
    await user.click(submit());
    expect(await screen.findByText('4711')).toBeTruthy();
    expect(screen.getByText(/within the next few hours/)).toBeTruthy();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      deliveryBits: 13,
      sendConfEmail: true,
      selectedData: {
        outputFormat: ['ANDR'],
        mergedOutput: false,
        maxMb: null,
        selectedDatastreams: [
          {
            datastream: 'sgpmetE13.b1',
            dates: [{ startDate: '2020-01-01 00:00:00', endDate: '2020-01-03 23:59:59' }],
            variables: [],
            files: [],
          },
        ],
      },
    });
    expect(useCart.getState().items).toEqual([]);
  });

  it('[O007] shows a processing bar until the number is there, [O042] and takes no second submit', async () => {
    signedIn();
    let answer = (): void => undefined;
    let calls = 0;
    server.use(
      http.post(CREATE, async () => {
        calls += 1;
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json({ orderId: 12, message: 'Thanks' });
      }),
    );
    let check = (): void => undefined;
    server.use(
      http.get('*/services/auth/login', async () => {
        await new Promise<void>((resolve) => {
          check = resolve;
        });
        return HttpResponse.json(person);
      }),
    );
    const { user, submit } = await openCheckout();
    await user.click(submit());
    await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('true'));
    await user.click(submit());
    check();
    expect(await screen.findByRole('progressbar', { name: 'Placing your order' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Submit order' })).toBeNull();
    expect(calls).toBe(1);
    answer();
    expect(await screen.findByText('12')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('tells what will come, asked again with every choice', async () => {
    const asked: { selectedData: { outputFormat: string[]; mergedOutput: boolean } }[] = [];
    server.use(
      http.post('*/services/order/orders/estimate', async ({ request }) => {
        const body = (await request.json()) as (typeof asked)[number];
        asked.push(body);
        const joined = body.selectedData.mergedOutput;
        return HttpResponse.json({
          files: joined ? 1 : 31,
          bytes: joined ? 700_000 : 8_900_000,
          selections: [],
          seconds: joined ? 4 : 240,
          ahead: joined ? 1 : 0,
        });
      }),
    );
    const { user } = await openCheckout();
    expect(await screen.findByText(/About 31 files/)).toBeTruthy();
    expect(screen.getByText(/ready in about 4 minutes/)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /^Yes/ }));
    expect(await screen.findByText(/About 1 file$|About 1 file,/)).toBeTruthy();
    expect(await screen.findByText(/1 order stands before it/)).toBeTruthy();
    expect(asked.at(-1)?.selectedData).toMatchObject({ mergedOutput: true });
    expect(asked.at(-1)).not.toHaveProperty('idempotencyKey');
  });

  it('[O009] [O010] offers Return to Data Search and Exit, no notebook hub without staging', async () => {
    signedIn();
    takeOrders();
    const { user, submit } = await openCheckout();
    await user.click(submit());
    const back = await screen.findByRole('link', { name: 'Return to Data Search' });
    expect(back.getAttribute('href')).toBe('#/results');
    expect(screen.queryByText('Open Workbench notebook hub')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Exit' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('[A015] [O040] [O041] [O043] asks to sign in after the rules, and goes on by itself', async () => {
    const sent = takeOrders();
    const { user, submit } = await openCheckout();
    await user.click(submit());
    await screen.findByRole('dialog', { name: /Sign in/ });
    expect(sessionStorage.getItem('isobar.return-to')).toMatch(/^\/saved/);
    await user.type(await screen.findByLabelText(/User name, ID/), 'demo');
    expect(sent).toHaveLength(0);
    await user.type(screen.getByLabelText('Password'), 'isobar-demo');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('4711')).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it('[O057] [A061] a session that ended meanwhile asks to sign in, and the same order goes on', async () => {
    signedIn();
    const keys: string[] = [];
    server.use(
      http.post(CREATE, async ({ request }) => {
        keys.push(((await request.json()) as Sent).idempotencyKey); // what the portal sends
        if (keys.length === 1) return problem(401, 'no-session');
        return HttpResponse.json({ orderId: 77, message: 'Thanks' });
      }),
    );
    const { user, submit } = await openCheckout();
    await user.click(submit());
    await user.type(await screen.findByLabelText(/User name, ID/), 'demo');
    await user.type(screen.getByLabelText('Password'), 'isobar-demo');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('77')).toBeTruthy();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  it('[O044] [O045] a failure is told, and the next try begins afresh with the same key', async () => {
    signedIn();
    const keys: string[] = [];
    server.use(
      http.post(CREATE, async ({ request }) => {
        keys.push(((await request.json()) as Sent).idempotencyKey); // what the portal sends
        if (keys.length === 1) return problem(500, 'unexpected', 'The disk is full.');
        return HttpResponse.json({ orderId: 5, message: 'Thanks' });
      }),
    );
    const { user, dialog, submit } = await openCheckout();
    await user.click(submit());
    const summary = await screen.findByRole('dialog', { name: 'Data Selection Summary' });
    expect(await within(summary).findByText('The disk is full.')).toBeTruthy();
    expect(document.contains(dialog)).toBe(false);
    await user.click(within(summary).getByRole('button', { name: 'Submit order' }));
    expect(await screen.findByText('5')).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  it('[O049] refuses when no selection has any files', async () => {
    server.use(sizes({ sgp: [0, 0] }));
    const { dialog, submit } = await openCheckout([short(met)], false);
    expect(
      await within(dialog).findByText(/None of your selections contain any files/),
    ).toBeTruthy();
    expect((submit() as HTMLButtonElement).disabled).toBe(true);
  });

  it('[O050] [O051] asks when some have none, and leaves those out', async () => {
    signedIn();
    server.use(sizes({ nsa: [0, 0] }));
    const sent = takeOrders();
    const { user, submit } = await openCheckout([short(met), short(metNorth)]);
    await user.click(submit());
    const question = await screen.findByRole('dialog', { name: 'Selections without files' });
    expect(within(question).getByText(/One or more of your selections have no files/)).toBeTruthy();
    expect(within(question).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await user.click(within(question).getByRole('button', { name: 'Proceed to order' }));
    expect(await screen.findByText('4711')).toBeTruthy();
    const names = sent[0]?.selectedData.selectedDatastreams.map((one) => one.datastream);
    expect(names).toEqual(['sgpmetE13.b1']);
    expect(useCart.getState().items.map((item) => item.siteCode)).toEqual(['nsa']);
  });

  it('[O052] refuses more than 20000 files', async () => {
    server.use(sizes({ sgp: [20_001, 1] }));
    const { dialog, submit } = await openCheckout([short(met)], false);
    expect(
      await within(dialog).findByText(/exceeds the maximum file limit of 20000 files/),
    ).toBeTruthy();
    expect((submit() as HTMLButtonElement).disabled).toBe(true);
    expect(submit().getAttribute('aria-describedby')).toBe('why-not');
    expect(await within(dialog).findByText(/It cannot be divided by itself/)).toBeTruthy();
  });

  it('an order over the limit is placed as several with one click', async () => {
    signedIn();
    server.use(sizes({ sgp: [15_000, 1], nsa: [15_000, 1] }));
    const sent = takeOrders();
    const { user, dialog } = await openCheckout([short(met), short(metNorth)], false);
    await user.click(await within(dialog).findByRole('button', { name: 'Split in 2 orders' }));
    expect(await screen.findByText('Order numbers')).toBeTruthy();
    const streams = sent.map((one) =>
      one.selectedData.selectedDatastreams.map(({ datastream }) => datastream),
    );
    expect(streams).toEqual([['sgpmetE13.b1'], ['nsametC1.b1']]);
    expect(useCart.getState().items).toEqual([]);
  });

  it('extracting with no variable ticked asks whether all are meant', async () => {
    signedIn();
    const sent = takeOrders();
    useExtracting.setState({ names: ['sgpmetE13.b1'] });
    const { user, submit } = await openCheckout([short(met)]);
    await user.click(submit());
    const question = await screen.findByRole('dialog', { name: /^Order all .*variables\?$/ });
    await user.click(within(question).getByRole('button', { name: 'Choose variables' }));
    expect(sent).toHaveLength(0);
    await user.click(submit());
    await user.click(await screen.findByRole('button', { name: /^Order all/ }));
    expect(await screen.findByText('4711')).toBeTruthy();
    useExtracting.setState({ names: [] });
  });

  it('[O053] [O054] [O055] asks above the size that the server supplies', async () => {
    signedIn();
    server.use(
      sizes({ sgp: [3, 3_000_000] }),
      http.get('*/services/order/maxOrderSize', () => HttpResponse.json({ value: 2e12 })),
    );
    const sent = takeOrders();
    const { user, submit } = await openCheckout();
    await user.click(submit());
    expect(
      await screen.findByText(/short delay in the delivery of your 3.00 TB order/),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText(/held for review/)).toBeNull());
    expect(sent).toHaveLength(0);
  });

  it('[C078] [C079] [C080] warns of the default range and of 500 GB, and asks whether to continue', async () => {
    signedIn();
    server.use(sizes({ sgp: [3, 600_000] }));
    const sent = takeOrders();
    const { user, dialog, submit } = await openCheckout([met]);
    expect(
      within(dialog).getByText(/selected data streams with a default time range/),
    ).toBeTruthy();
    expect(within(dialog).getByText(/exceeds the maximum order limit of 500GB/)).toBeTruthy();
    await user.click(submit());
    const question = await screen.findByRole('dialog', { name: 'A large order' });
    expect(question.textContent).toMatch(
      /default time range.*500GB.*Are you sure you want to continue\?/,
    );
    await user.click(within(question).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('[C076] [C077] the last file format stays', async () => {
    const { user, dialog } = await openCheckout();
    const netcdf = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'NetCDF' });
    await user.click(netcdf);
    expect(within(dialog).getByText('Atleast one file type need to be selected.')).toBeTruthy();
    expect(netcdf.checked).toBe(true);
  });

  it('[C046] [C047] [C048] [O060] [O061] [C051] sends formats, concatenation, flagging and mail', async () => {
    signedIn();
    const sent = takeOrders();
    const { user, dialog, submit } = await openCheckout();
    const tick = (name: string) => user.click(within(dialog).getByRole('checkbox', { name }));
    await tick('ASCII-CSV');
    await tick('Parquet');
    await tick('Incorrect');
    await tick('Suspect');
    await tick('Send a confirmation email');
    await user.click(within(dialog).getByRole('radio', { name: 'Yes' }));
    await user.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      sendConfEmail: false,
      selectedData: {
        outputFormat: ['ANDR', 'NCSV', 'PARQ'],
        mergedOutput: true,
        maxMb: 2048,
        selectedDatastreams: [{ dqrFilter: ['incorrect', 'suspect'] }],
      },
    });
  });

  it('[C050] offers how to deliver, and says how long it is kept', async () => {
    signedIn();
    const sent = takeOrders();
    const { user, dialog, submit } = await openCheckout();
    expect(within(dialog).getByText(/kept for 30 days/)).toBeTruthy();
    await user.click(within(dialog).getByRole('checkbox', { name: /Data server/ }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Bulk transfer service' }));
    await user.click(submit());
    await waitFor(() => expect(sent[0]?.deliveryBits).toBe(1));
  });

  it('[O062] ASCII-CSV is ICARTT where an aircraft is ordered', async () => {
    const { dialog } = await openCheckout([
      { ...short(met), instrumentCategoryCodes: ['airborne'] },
    ]);
    expect(within(dialog).getByRole('checkbox', { name: /ICARTT/ })).toBeTruthy();
  });

  it('[C082] [C083] drop box is disabled above 1024 MB, and says why', async () => {
    server.use(sizes({ sgp: [3, 1025] }));
    const { dialog } = await openCheckout();
    const dropBox = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Drop Box' });
    expect(dropBox.disabled).toBe(true);
    expect(within(dialog).getByText('Max order size for Drop Box is 1GB')).toBeTruthy();
    expect(within(dialog).getByTitle('Max order size for Drop Box is 1GB')).toBeTruthy();
  });

  it('[C060] [C061] choosing drop box checks the link, and leads to link the account', async () => {
    signedIn();
    const asked: string[] = [];
    server.use(
      http.get('*/services/order/orders/validate/dropbox/:id', ({ params }) => {
        asked.push(String(params.id));
        return HttpResponse.json({ data: asked.length > 1, linkUrl: 'https://box.example/link' });
      }),
    );
    const { user, dialog } = await openCheckout();
    const dropBox = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Drop Box' });
    await user.click(dropBox);
    const link = await screen.findByRole('dialog', { name: 'Link your Drop Box account' });
    expect(within(link).getByRole('link').getAttribute('href')).toBe('https://box.example/link');
    await user.click(within(link).getByRole('button', { name: 'I have linked it' }));
    await waitFor(() => expect(dropBox.checked).toBe(true));
    expect(asked).toEqual(['7', '7']);
  });

  it('says so where no drop box is set up', async () => {
    signedIn();
    server.use(
      http.get('*/services/order/orders/validate/dropbox/:id', () => problem(503, 'unavailable')),
    );
    const { user, dialog } = await openCheckout();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Drop Box' }));
    expect(
      await within(dialog).findByText('Not available at this archive.', {}, { timeout: 20_000 }),
    ).toBeTruthy();
  });

  it('offers web hooks where servers are allowed, says what is wrong with an address, and shows the secret once', async () => {
    signedIn();
    const sent: { deliveryBits: number; webHook?: { url: string } }[] = [];
    server.use(
      http.get('*/discovery/config.json', async () => {
        const { config } = await import('../../testing/open-portal.tsx');
        const webHooks = { hosts: ['hooks.example.org'], http: false };
        return HttpResponse.json({ ...config, orders: { webHooks } });
      }),
      http.post(CREATE, async ({ request }) => {
        sent.push((await request.json()) as (typeof sent)[number]); // what the portal sends
        return HttpResponse.json({ orderId: 4711, message: 'Soon.', webHookSecret: 'whsec_abc' });
      }),
    );
    const { user, dialog, submit } = await openCheckout();
    await user.click(await within(dialog).findByRole('checkbox', { name: /Web hook/ }));
    const address = within(dialog).getByRole<HTMLInputElement>('textbox', {
      name: 'Address of the web hook',
    });
    expect(address.getAttribute('aria-describedby')).toBeTruthy();
    await user.click(submit());
    expect(await within(dialog).findAllByText('A web hook needs an address.')).toBeTruthy();
    expect(sent).toEqual([]);
    await user.type(address, 'https://evil.example/');
    await user.tab();
    expect(within(dialog).getAllByText('Web hooks may go to hooks.example.org only.')).toBeTruthy();
    await user.clear(address);
    await user.type(address, 'https://hooks.example.org/done');
    await user.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      deliveryBits: 1 + 4 + 8 + 32,
      webHook: { url: 'https://hooks.example.org/done' },
    });
    expect(await screen.findByText('whsec_abc')).toBeTruthy();
    expect(screen.getByText(/not shown again/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy the secret of order 4711' })).toBeTruthy();
  });

  it('offers no web hook where none is allowed', async () => {
    signedIn();
    const { dialog } = await openCheckout();
    await within(dialog).findByRole('checkbox', { name: 'Drop Box' });
    expect(within(dialog).queryByRole('checkbox', { name: /Web hook/ })).toBeNull();
  });

  it('[C052] [C088] [C089] [O010] offers staging only with projects, home first', async () => {
    signedIn();
    const sent = takeOrders();
    server.use(
      http.get('*/discovery/config.json', async () => {
        const { config } = await import('../../testing/open-portal.tsx');
        const services = { ...config.services, notebookHub: 'https://hub.example/' };
        return HttpResponse.json({ ...config, services });
      }),
      http.get('*/services/files/jupyter', () =>
        HttpResponse.json({
          projects: [
            { name: 'Clouds', path: '/projects/clouds' },
            { name: 'Home', path: '/home/demo' },
          ],
        }),
      ),
    );
    const { user, dialog, submit } = await openCheckout();
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Notebook hub' }));
    const folder = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: /Folder/ });
    expect(folder.value).toBe('/home/demo');
    await user.click(submit());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ deliveryBits: 29, extraDestinations: ['/home/demo'] });
    expect(await screen.findByRole('link', { name: 'Open Workbench notebook hub' })).toBeTruthy();
    expect(defaultPath([{ name: 'Clouds', path: '/c' }])).toBe('/c');
    expect(defaultPath([])).toBeNull();
  });
});
