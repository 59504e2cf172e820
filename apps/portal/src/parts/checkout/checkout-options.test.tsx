// The options of an order in checkout: formats, flagging, mail, and the places that it can be
// delivered to.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { CREATE, openCheckout, short, sizes, takeOrders } from '../../testing/open-checkout.ts';
import { problem, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { defaultPath } from './staging.tsx';

servedPortal();

it('the last file format stays', async () => {
  const { user, dialog } = await openCheckout();
  const netcdf = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'NetCDF' });
  await user.click(netcdf);
  expect(within(dialog).getByText('At least one file format needs to be selected.')).toBeTruthy();
  expect(netcdf.checked).toBe(true);
});

it('the checkout sends formats, concatenation, flagging and mail', async () => {
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

it('the checkout offers how to deliver, and says how long it is kept', async () => {
  signedIn();
  const sent = takeOrders();
  const { user, dialog, submit } = await openCheckout();
  expect(within(dialog).getByText(/kept for 30 days/)).toBeTruthy();
  await user.click(within(dialog).getByRole('checkbox', { name: /Data server/ }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Bulk transfer service' }));
  await user.click(submit());
  await waitFor(() => expect(sent[0]?.deliveryBits).toBe(1));
});

it('ASCII-CSV is ICARTT where an aircraft is ordered', async () => {
  const { dialog } = await openCheckout([{ ...short(met), instrumentCategoryCodes: ['airborne'] }]);
  expect(within(dialog).getByRole('checkbox', { name: /ICARTT/ })).toBeTruthy();
});

it('a datastream has formats and joining of its own where it is one of several, also after the dialog was closed', async () => {
  signedIn();
  const sent = takeOrders();
  const { user, dialog } = await openCheckout([short(met), short(metNorth)]);
  const section = within(dialog).getByRole('region', { name: 'sgpmetE13.b1' });
  expect(within(section).queryByRole('checkbox', { name: 'NetCDF' })).toBeNull();
  await user.click(within(section).getByRole('radio', { name: 'Its own' }));
  await user.click(within(section).getByRole('checkbox', { name: /CSV/ }));
  await user.click(within(section).getByRole('checkbox', { name: 'NetCDF' }));
  await user.click(within(section).getByRole('checkbox', { name: 'Concatenate files' }));
  await user.click(within(section).getByRole('checkbox', { name: /CSV/ }));
  expect(within(section).getByText('At least one file format needs to be selected.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Checkout' }));
  const again = await screen.findByRole('dialog', { name: 'Data Selection Summary' });
  const submit = within(again).getByRole<HTMLButtonElement>('button', { name: 'Submit order' });
  await waitFor(() => expect(submit.disabled).toBe(false));
  await user.click(submit);
  await waitFor(() => expect(sent).toHaveLength(1));
  const byName = new Map(
    sent[0]?.selectedData.selectedDatastreams.map((one) => [one.datastream, one]),
  );
  expect(byName.get('sgpmetE13.b1')).toMatchObject({
    outputFormat: ['NCSV'],
    mergedOutput: true,
    maxMb: 2048,
  });
  expect(byName.get('nsametC1.b1')).not.toHaveProperty('outputFormat');
  expect(sent[0]?.selectedData).toMatchObject({ outputFormat: ['ANDR'], mergedOutput: false });
});

it('a datastream that is ordered alone has the formats of the order', async () => {
  const { dialog } = await openCheckout();
  const section = within(dialog).getByRole('region', { name: 'sgpmetE13.b1' });
  expect(within(section).queryByRole('radio', { name: 'Its own' })).toBeNull();
});

it('drop box is disabled above 1024 MB, and says why', async () => {
  server.use(sizes({ sgp: [3, 1025] }));
  const { dialog } = await openCheckout();
  const dropBox = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Drop Box' });
  expect(dropBox.disabled).toBe(true);
  expect(within(dialog).getByText('Max order size for Drop Box is 1GB')).toBeTruthy();
  expect(within(dialog).getByTitle('Max order size for Drop Box is 1GB')).toBeTruthy();
});

it('choosing drop box checks the link, and leads to link the account', async () => {
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

it('the checkout states that no drop box is configured', async () => {
  signedIn();
  server.use(
    http.get('*/services/order/orders/validate/dropbox/:id', () =>
      HttpResponse.json({ data: false }),
    ),
  );
  const { user, dialog } = await openCheckout();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Drop Box' }));
  expect(
    await within(dialog).findByText('Not available at this archive.', {}, { timeout: 20_000 }),
  ).toBeTruthy();
});

it('the checkout reports that the link to a drop box cannot be checked', async () => {
  signedIn();
  server.use(
    http.get('*/services/order/orders/validate/dropbox/:id', () => problem(503, 'unavailable')),
  );
  const { user, dialog } = await openCheckout();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Drop Box' }));
  expect(
    await within(dialog).findByText(/could not be checked/, {}, { timeout: 20_000 }),
  ).toBeTruthy();
});

it('the checkout offers web hooks where servers are allowed, says what is wrong with an address, and shows the secret once', async () => {
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

it('the checkout offers no web hook where none is allowed', async () => {
  signedIn();
  const { dialog } = await openCheckout();
  await within(dialog).findByRole('checkbox', { name: 'Drop Box' });
  expect(within(dialog).queryByRole('checkbox', { name: /Web hook/ })).toBeNull();
});

it('the checkout offers staging only with projects, home first', async () => {
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
