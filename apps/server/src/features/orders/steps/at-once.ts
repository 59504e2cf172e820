// Works through a list, several items at once. After a failure no further item is started, and
// those under way are awaited.

export async function atOnce<T>(
  most: number,
  items: Iterable<T>,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  async function lane(): Promise<void> {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      try {
        await act(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: most }, lane));
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
}
