// A day of a form, whose fields may be left empty.
import * as z from 'zod/mini';
import { parseDay } from '../time.ts';

/** 'YYYY-MM-DD', or '' where none is chosen. */
export const dayOfForm = z._default(
  z.string().check(
    z.refine((text) => text === '' || parseDay(text) !== null, {
      error: 'is no day of the form YYYY-MM-DD',
    }),
  ),
  '',
);
