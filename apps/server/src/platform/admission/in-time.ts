// What a promise resolves to, if it does so in time. What it stands for goes on.

/** Null after so many milliseconds. Throws what `next` rejects with before. */
export async function inTime<T>(next: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([next, late]);
  } finally {
    clearTimeout(timer);
  }
}
