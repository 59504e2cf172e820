// 'Search Preferences': what a search begins with, and how quality timelines thin out.
import { SEARCH_PREFERENCE, useKeptPreference, ZOOM_PREFERENCE } from '../../lib/preferences.ts';
import { useSetPreference } from '../../lib/set-preference.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { PreferenceFailure } from './preference-failure.tsx';
import { SaveState } from './save-state.tsx';

export function SearchTab() {
  const search = useKeptPreference(SEARCH_PREFERENCE);
  const save = useSetPreference(SEARCH_PREFERENCE);
  const byZoom = useKeptPreference(ZOOM_PREFERENCE);
  const saveZoom = useSetPreference(ZOOM_PREFERENCE);
  return (
    <div className="grid max-w-[44rem] gap-8">
      <section aria-labelledby="recommended-title">
        <h3 id="recommended-title" className="mb-2 font-strong">
          A search begins with
        </h3>
        <PreferenceFailure preference={SEARCH_PREFERENCE} />
        <Segmented
          label="A search begins with"
          value={search.isKnown ? (search.value.recommended ? 'recommended' : 'all') : undefined}
          segments={[
            { value: 'recommended', label: 'Recommended data only', disabled: !search.isKnown },
            { value: 'all', label: 'All data', disabled: !search.isKnown },
          ]}
          onChange={(value) => save.mutate({ recommended: value === 'recommended' })}
        />
        <p className="mt-2 text-ink-2">
          Recommended are the datastreams that the archive considers best for a measurement. Where a
          search finds none of them, all data are shown either way.
        </p>
        <SaveState save={save} />
      </section>
      <section aria-labelledby="zoom-title" className="border-t border-rule pt-6">
        <h3 id="zoom-title" className="mb-2 font-strong">
          Quality timelines
        </h3>
        <PreferenceFailure preference={ZOOM_PREFERENCE} />
        <Switch
          checked={byZoom.isKnown && byZoom.value}
          disabled={!byZoom.isKnown}
          onChange={(on) => saveZoom.mutate(on)}
        >
          Filter data quality reports based on zoom
        </Switch>
        <SaveState save={saveZoom} />
      </section>
    </div>
  );
}
