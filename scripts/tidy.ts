// After each test file: mocks are restored, and the modules of this project are loaded again for the next one,
// with which it may share a process. Libraries stay.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});
