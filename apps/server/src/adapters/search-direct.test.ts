// The answers recorded from a cluster, compared with the engine in this thread: the other suite
// uses threads, in which mutants of the code do not take effect.
import { searchConformanceSuite } from '../ports/testing/search-conformance-suite.ts';
import { openDirectSearch } from './testing/direct-search.ts';

searchConformanceSuite('the engine in this thread', async () => openDirectSearch(), true);
