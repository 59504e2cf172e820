// After each test file: what it put in the place of something else is put back, and the modules of this project are loaded anew for the next one,
// with which it may share a process. Libraries stay.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});
