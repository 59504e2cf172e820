// For the tests of workspaces whose TypeScript reads no JavaScript.
export const READERS: readonly string[];
export function missingReaders(): readonly string[];
export function skippedReaders(): string | null;
export function hasReaders(): boolean;
