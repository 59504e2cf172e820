// Digital object identifiers, however they are written. Pure.

/**
 * '10.5439/1786358' of '10.5439/1786358', 'doi:10.5439/1786358' and
 * 'https://doi.org/10.5439/1786358'; null: it is no DOI.
 */
export function doiName(written: string): string | null {
  const name = written.trim().replace(/^(https?:\/\/[^/]+\/|doi:\s*)(?=10\.)/i, '');
  return /^10\.\d+\//.test(name) ? name : null;
}

/**
 * Where a DOI leads, and another address as it is. Older DOIs contain characters that no address
 * may contain (`<1201:TARMPP>`).
 */
export function doiAddress(doi: string): string {
  if (doiName(doi) === null && /^https?:/i.test(doi)) return doi;
  return `https://doi.org/${encodeURI(doiName(doi) ?? doi).replace(/[?#]/g, encodeURIComponent)}`;
}
