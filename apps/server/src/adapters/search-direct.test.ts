// What was recorded of a cluster, asked of the engine itself: its other suite goes through threads, where no mutant is seen.
import { searchConformanceSuite } from '../ports/testing/search-conformance-suite.ts';
import { openDirectSearch } from './testing/direct-search.ts';

searchConformanceSuite('the engine in this thread', async () => openDirectSearch(), true);
