// The call with which every visit begins.
import { defineCall } from './call.ts';
import { portalConfig } from './config.ts';

/** The part of the configuration that every screen of the portal reads. */
export const readPortalConfig = defineCall({
  method: 'GET',
  service: 'portal',
  path: '/config.json',
  summary: 'Base addresses of every service, and what this installation is',
  session: 'none',
  answer: portalConfig,
});
