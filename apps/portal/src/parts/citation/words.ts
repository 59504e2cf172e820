// What the citation panel and the tool say.

export const CITATION_FAILED = 'An error occurred during citation generation.';
