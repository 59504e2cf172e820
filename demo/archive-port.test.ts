// The demo archive keeps to the port that harvest and orders read archives through.
import { describe } from 'vitest';
import { archiveSuite } from '../apps/server/src/ports/testing/archive-suite.ts';
import { openDemoArchive } from './archive.ts';

describe('the demo archive', () => {
  archiveSuite(async () => openDemoArchive());
});
