// Restarts a process that is to run for months, once, with settings that make it give memory back:
// they are read only at the start.

/**
 * By default glibc keeps freed memory apart for each thread, and large blocks (replies) stay with
 * the process; the young generation of each heap would grow to 128 MB under load, and stop
 * everything while it is collected.
 */
export const STEADY_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(1 << 20),
};
const YOUNG_GENERATION = '--max-semi-space-size=8';
/**
 * Megabytes that the rest of each heap may have before it is collected. Threads that read blocks of
 * values have a small heap and much memory outside of it, which counts here: they spent a quarter
 * of their time on collections.
 */
const OLD_GENERATION = '--initial-old-space-size=48';
/**
 * The heap grows by half of what is in use before it is collected, not to four times that; it costs
 * 15 % of a harvest's processor time.
 */
const SMALL_GENERATION = '--heap-growing-percent=50';

/**
 * Replaces this process, under the same number, by one with these settings; `sparing` ones collect
 * more often. Where that is not possible, it goes on as it is.
 */
export function steadyMemory({ sparing }: { sparing: boolean }): void {
  const { env, execArgv, argv, execPath } = process;
  // a process with a channel would lose it
  if (process.platform !== 'linux' || process.send || env.ISOBAR_STEADY) return;
  const told = [...execArgv, env.NODE_OPTIONS ?? ''].some((word) => /semi.space/.test(word));
  const flags = told
    ? execArgv
    : [YOUNG_GENERATION, sparing ? SMALL_GENERATION : OLD_GENERATION, ...execArgv];
  try {
    process.execve?.(execPath, [execPath, ...flags, ...argv.slice(1)], {
      ...STEADY_MEMORY,
      ...(env as Record<string, string>), // variables that are not set are not listed here
      ISOBAR_STEADY: '1',
    });
  } catch {
    // a system that does not allow it: it takes more memory
  }
}
