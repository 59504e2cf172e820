// A hash in the address of Home names a section: the screen scrolls there, even if the section
// appears after the screen.

import { useEffect } from 'react';
import { useLocation } from '../../lib/router/provider.tsx';

/** The anchors that printed links use (part 1 section 2). */
export const ANCHORS = {
  campaigns: 'fieldCampaigns',
  cacti: 'lasso-cacti',
  lasso: 'lasso',
  notebooks: 'jupyter',
  tools: 'dataTools',
} as const;

/**
 * `ready`: whether the sections are there. A campaign in the address counts as the anchor of the
 * campaigns.
 */
export function useAnchor(ready: boolean): void {
  const { hash, search } = useLocation();
  const anchor = hash || (search.campaign ? ANCHORS.campaigns : '');
  useEffect(() => {
    if (!ready || anchor === '') return;
    document.getElementById(anchor)?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [anchor, ready]);
}
