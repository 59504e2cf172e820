// One day over several datastreams: at a facility, or of a product, as the address says.
import { useParams } from '../../lib/router/provider.tsx';
import { AcrossScreen } from './across-screen.tsx';
import { DayAtScreen } from './day-at-screen.tsx';

export function DayScreen() {
  const { site, facility, product, vn } = useParams(); // of the two routes of this screen
  return product === undefined ? (
    <DayAtScreen site={site ?? ''} facility={facility ?? ''} />
  ) : (
    <AcrossScreen product={product} vn={vn ?? ''} />
  );
}
