// The answers recorded from a cluster, asked of the engine in this thread: the other suite uses threads, which see no mutants.
import { searchConformanceSuite } from '../ports/testing/search-conformance-suite.ts';
import { openDirectSearch } from './testing/direct-search.ts';

searchConformanceSuite('the engine in this thread', async () => openDirectSearch(), true);
