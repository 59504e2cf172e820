// What the citation panel and the tool say.

export const COPY_WORDS = { ready: 'Copy', copied: 'Copied', failed: 'Copy Failed' } as const;
export const CITATION_FAILED = 'An error occurred during citation generation.';
