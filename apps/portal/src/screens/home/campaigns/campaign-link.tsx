// One campaign: its first day, its name, and the search that it leads to.
import type { CampaignLink } from '@isobar/contract/catalogue/small-documents.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { addFilter, EMPTY_SEARCH } from '@isobar/contract/search/filter.ts';
import { classNames } from '../../../ui/class-names.ts';

/** An entire site is searched by its code, a campaign by its short name. */
export const campaignHref = ({ entire_site, site_code, link_value }: CampaignLink): string =>
  resultsHref(
    entire_site
      ? addFilter(EMPTY_SEARCH, 'site_code', site_code)
      : addFilter(EMPTY_SEARCH, 'iopShortName', link_value),
  );

/** `cut`: on one line, cut off where there is no room. */
export function CampaignLinkLine(props: { readonly link: CampaignLink; readonly cut?: boolean }) {
  const { link, cut = false } = props;
  return (
    <span className="flex min-w-0 items-baseline gap-3">
      {link.start && <span className="shrink-0 font-mono text-sm text-ink-2">{link.start}</span>}
      <a
        href={campaignHref(link)}
        className={classNames('min-w-0 hover:text-accent hover:underline', cut && 'truncate')}
        {...(cut ? { title: link.link_text } : {})}
      >
        {link.link_text}
      </a>
      {link.new_iop && (
        <span className="shrink-0 rounded-full bg-accent px-2 text-xs leading-5 font-strong text-accent-ink">
          NEW
        </span>
      )}
    </span>
  );
}
