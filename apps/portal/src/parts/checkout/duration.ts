// A waiting time in words, no more exact than the estimate is. Pure.

const UNITS = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
] as const;

/** '4 s', '3 minutes', '2 hours'. */
export function durationInWords(seconds: number): string {
  for (const { name, seconds: unit } of UNITS) {
    if (seconds >= unit * 1.5) return `${Math.round(seconds / unit)} ${name}s`;
  }
  return `${Math.max(1, Math.round(seconds))} s`;
}
