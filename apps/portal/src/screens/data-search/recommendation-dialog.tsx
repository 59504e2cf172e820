// 'Recommendation Preference': what every search of a signed-in person begins with.
import { useState } from 'react';
import { SEARCH_PREFERENCE, usePreference } from '../../lib/preferences.ts';
import { useSession } from '../../lib/session.ts';
import { useSetPreference } from '../../lib/set-preference.ts';
import { askToSignIn } from '../../parts/login/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';

export function RecommendationDialog({ onClose }: { readonly onClose: () => void }) {
  const { person } = useSession();
  return (
    <Dialog open onClose={onClose} title="Recommendation Preference" width="480px">
      {person ? (
        <Choice onClose={onClose} />
      ) : (
        <>
          <p>
            Every search begins with recommended data. Signed in, you can have your searches begin
            with all data instead.
          </p>
          <div className="mt-4 flex justify-end gap-2">
            <Button onClick={onClose}>Close</Button>
            <Button
              look="primary"
              onClick={() => void askToSignIn('Sign in to set this preference.')}
            >
              Sign in
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Choice({ onClose }: { readonly onClose: () => void }) {
  const kept = usePreference(SEARCH_PREFERENCE).recommended;
  const save = useSetPreference(SEARCH_PREFERENCE);
  const [recommended, setRecommended] = useState(kept);
  return (
    <>
      <Segmented
        label="My searches begin with"
        value={recommended ? 'recommended' : 'all'}
        onChange={(value) => setRecommended(value === 'recommended')}
        segments={[
          { value: 'recommended', label: 'Recommended data only' },
          { value: 'all', label: 'All data' },
        ]}
      />
      <p className="mt-3 text-ink-2">
        Where a search finds no recommended data, all data are shown either way.
      </p>
      {save.error && (
        <p role="alert" className="mt-3 text-danger">
          It could not be saved. {save.error.message}
        </p>
      )}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          busy={save.isPending}
          onClick={() => save.mutate({ recommended }, { onSuccess: onClose })}
        >
          Save
        </Button>
      </div>
    </>
  );
}
