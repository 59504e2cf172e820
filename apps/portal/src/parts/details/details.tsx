// The details of a record: finds it by its id and shows it as what it is.

import type { OpenRecord, Search } from '@isobar/contract/search/filter.ts';
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { isExternal } from '../../lib/search/row.ts';
import { DialogFrame, DialogParts } from '../../ui/dialog.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { CampaignDetails } from './campaign-details.tsx';
import { ExternalDetails } from './external-details.tsx';
import { isCampaign, isInvestigator } from './kinds.ts';
import { ProductDetails } from './product-details.tsx';
import { type FoundRecord, recordQuery } from './record-query.ts';

export type DetailsProps = {
  readonly search: Search;
  readonly open: OpenRecord;
  /** Another report or level of the same record, or null to close. */
  readonly onChange: (open: OpenRecord | null) => void;
};

export function Details(props: DetailsProps) {
  const { open, onChange } = props;
  const config = useConfig();
  const { data, error, refetch, isFetching } = useQuery(recordQuery(config, open.id));
  const close = (): void => onChange(null);
  return (
    <DialogFrame open inAddress onClose={close} width="1040px" tall>
      {data ? (
        <Found {...props} found={data} onClose={close} />
      ) : (
        <DialogParts title="Details">
          <div className="min-h-[24rem]">
            {error && (
              <FailurePanel
                what="The details could not be loaded."
                why={error.message}
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            )}
            {!error && data === undefined && <Spinner label="Loading details…" />}
            {data === null && (
              <EmptyPanel
                title="No Results Found"
                text={`The catalogue holds no record with the id ${open.id}, and no datastream of that name.`}
              />
            )}
          </div>
        </DialogParts>
      )}
    </DialogFrame>
  );
}

function Found(
  props: DetailsProps & { readonly found: FoundRecord; readonly onClose: () => void },
) {
  const { found, onClose } = props;
  const { row, moved } = found;
  if (isExternal(row)) return <ExternalDetails row={row} onClose={onClose} />;
  if (isCampaign(row) || isInvestigator(row)) {
    return <CampaignDetails {...props} row={row} moved={moved} />;
  }
  return <ProductDetails {...props} row={row} moved={moved} />;
}
