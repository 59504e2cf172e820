// Parts of the portal are loaded when they are needed; one that does not arrive times out, so that
// it can be tried again.

/** Two minutes: CHUNK_PATIENCE_MS of the configuration, written here since this loads first. */
const PATIENCE_MS = 120_000;

/** Like the import, but rejects with a load error when it takes too long. */
export const inTime =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    new Promise((resolve, reject) => {
      const late = new Error('ChunkLoadError: timeout after 120 s');
      const timer = setTimeout(reject, PATIENCE_MS, late);
      load()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
