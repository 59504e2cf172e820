// The answers recorded from a cluster, compared with the engine in this thread: mutants of the code are not seen by the threads that
// the other suite uses.
import { searchConformanceSuite } from '../ports/testing/search-conformance-suite.ts';
import { openDirectSearch } from './testing/direct-search.ts';

searchConformanceSuite('the engine in this thread', async () => openDirectSearch(), true);
