// Cases in which the embedded index answers otherwise than a cluster, each with its reason
// (docs/search-conformance.md).
export const DIFFERENCES: Readonly<Record<string, string>> = {};
