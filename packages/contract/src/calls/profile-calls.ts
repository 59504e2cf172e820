// Calls of the profile: preferences, beta features and the cart that a signed-in person keeps.
import * as z from 'zod/mini';

import {
  betaUsersQuery,
  cartToStore,
  preference,
  preferenceQuery,
  storedCart,
} from './accounts.ts';
import { defineCall } from './call.ts';

const betaUsers = z.object({
  _embedded: z.object({ 'beta-users': z.array(z.object({ featureName: z.string() })) }),
});

export const readPreference = defineCall({
  method: 'GET',
  service: 'profile',
  path: '/preference/search/appPersonIdPref',
  summary: 'Reads a preference of the signed-in person',
  session: 'required',
  token: 'profile',
  query: preferenceQuery,
  answer: preference,
  errors: ['not-found'],
});

export const savePreference = defineCall({
  method: 'POST',
  service: 'profile',
  path: '/preference',
  summary: 'Saves a preference of the signed-in person',
  session: 'required',
  token: 'profile',
  body: preference,
  answer: preference,
  errors: ['conflict'],
});

export const betaFeatures = defineCall({
  method: 'GET',
  service: 'profile',
  path: '/beta-users/search/app',
  summary: 'Beta features of the signed-in person',
  session: 'required',
  token: 'profile',
  query: betaUsersQuery,
  answer: betaUsers,
});

export const readCart = defineCall({
  method: 'GET',
  service: 'profile',
  path: '/cart',
  summary: 'The cart of the signed-in person',
  session: 'required',
  token: 'profile',
  answer: storedCart,
});

export const keepCart = defineCall({
  method: 'PUT',
  service: 'profile',
  path: '/cart',
  summary: 'Keeps the cart of the signed-in person',
  session: 'required',
  token: 'profile',
  perMinute: 120,
  body: cartToStore,
  answer: storedCart,
});
