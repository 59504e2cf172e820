// Browser and server copies of a cart: the changed one wins, and nothing is lost when both changed.
import { expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { type CartEntry, type CartItem, entryOf } from './cart-item.ts';
import { readRemote, reconcile } from './reconcile.ts';

const entry = (item: CartItem): CartEntry => entryOf(item) as CartEntry; // the fixtures have levels
const [here, there] = [entry(met), entry(metNorth)];
const local = { items: [here], owner: null, savedAt: null, unsaved: true };
const remote = { items: [there], savedAt: '2026-11-21T00:00:00Z' };

it('the cart of a signed-in person takes in what was put together before signing in, once', () => {
  expect(reconcile(local, remote, 'p1')).toEqual({ items: [here, there], send: true });
  const again = { ...remote, items: [here] };
  expect(reconcile(local, again, 'p1').items).toEqual([here]);
});

it('the cart of a signed-in person is that of the server when nothing changed here', () => {
  const empty = { ...local, items: [] };
  expect(reconcile(empty, remote, 'p1')).toEqual({ items: [there], send: false });
  const same = { ...local, owner: 'p1', unsaved: false };
  expect(reconcile(same, remote, 'p1')).toEqual({ items: [there], send: false });
});

it('the cart of a signed-in person is that of the browser when only that changed, also when emptied', () => {
  const changed = { items: [], owner: 'p1', savedAt: remote.savedAt, unsaved: true };
  expect(reconcile(changed, remote, 'p1')).toEqual({ items: [], send: true });
});

it('the cart of a signed-in person is both when both changed', () => {
  const changed = { ...local, owner: 'p1', savedAt: '2026-11-20T00:00:00Z' };
  expect(reconcile(changed, remote, 'p1').items).toEqual([here, there]);
});

it('the cart of a signed-in person never shows what another person had', () => {
  expect(reconcile({ ...local, owner: 'p2' }, remote, 'p1')).toEqual({
    items: [there],
    send: false,
  });
});

it('the cart of a signed-in person drops items that do not fit the schema', () => {
  expect(readRemote([JSON.parse(JSON.stringify(there)), { siteCode: 'x' }, null])).toEqual([there]);
});
