// Which access token each call accepts, as its definition states.
import { pathOf } from '@isobar/contract/calls/call.ts';
import { linkDropBox } from '@isobar/contract/calls/drop-box-calls.ts';
import { healthz } from '@isobar/contract/calls/health.ts';
import { createOrder, listOrders } from '@isobar/contract/calls/order-calls.ts';
import { changePassword } from '@isobar/contract/calls/own-account-calls.ts';
import { expect, it } from 'vitest';
import { mayCall, refusalOf } from './scopes.ts';

it('a token may make the calls of its scopes, and no others', () => {
  expect(mayCall(['orders:read'], listOrders)).toBe(true);
  expect(mayCall(['orders:read', 'profile'], createOrder)).toBe(false);
  expect(refusalOf(createOrder)).toBe('This access token does not have the scope orders:write.');
});

it("the installation's own token may make all calls but those on an account", () => {
  for (const call of [listOrders, createOrder, linkDropBox])
    expect([pathOf(call), mayCall('all', call)]).toEqual([pathOf(call), true]);
  expect(mayCall('all', changePassword)).toBe(false);
  expect(mayCall(['orders:read', 'orders:write'], linkDropBox)).toBe(false);
});

it('no token may make a call that states no scope', () => {
  for (const call of [healthz, undefined]) {
    expect(mayCall('all', call)).toBe(false);
    expect(refusalOf(call)).toBe('This call accepts no access token. Sign in with your browser.');
  }
  expect(refusalOf(changePassword)).toBe(refusalOf(undefined));
});
