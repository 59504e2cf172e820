// After each test file: mocks are restored, and the modules of this project are loaded again for the next one,
// with which it may share a process. Libraries stay.
import { afterAll, vi } from 'vitest';

// Modules that are loaded again listen to the process again, so that a process with many files has many listeners.
for (const each of [process, process.stdout]) each.setMaxListeners(0);

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});
