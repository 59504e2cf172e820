// The call that every page makes: the message that is displayed during maintenance.
import * as z from 'zod/mini';
import { defineCall } from './call.ts';

export const maintenanceOf = defineCall({
  method: 'GET',
  service: 'maintenance',
  path: '/:app',
  summary: 'The maintenance message of an application; empty when there is none',
  session: 'none',
  params: z.object({ app: z.string().check(z.maxLength(100)) }),
  answer: z.object({ message: z.nullish(z.string()) }),
});
