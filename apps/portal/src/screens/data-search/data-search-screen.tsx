// The data search screen.
import { usePageTitle } from '../../lib/page-title.ts';

export function DataSearchScreen() {
  usePageTitle('Data search');
  return (
    <main id="main" tabIndex={-1} className="page py-8 outline-none">
      <h1 className="title">Data search</h1>
    </main>
  );
}
