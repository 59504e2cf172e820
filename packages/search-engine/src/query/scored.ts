// Scores of the documents of one search. The lists hold a number for every document, mostly 0, and
// are reused by the next search.

/** The documents whose scores are asked for. */
export type Wanted = {
  readonly documents: Int32Array;
  /** By document: its place in `documents` + 1; 0 for documents whose score is not asked for. */
  readonly places: Int32Array;
};
/** Scores by place; 0 for a document that was not found. */
export type Scorer = (wanted: Wanted) => Float32Array;

let places = new Int32Array(0);
let scores = new Float32Array(0);
/** The documents whose score in `scores` may be other than 0. */
let scored: Int32Array = new Int32Array(0);

/**
 * Scores by document, 0 outside `documents`. `count`: how many documents there are in all. Good
 * until the next call.
 */
export function scoresOf(documents: Int32Array, count: number, score: Scorer): Float32Array {
  if (scores.length < count) {
    places = new Int32Array(count);
    scores = new Float32Array(count);
  } else for (let i = 0; i < scored.length; i++) scores[scored[i] ?? 0] = 0;
  scored = documents;
  const found = scoresByPlace(documents, score);
  for (let i = 0; i < documents.length; i++) scores[documents[i] ?? 0] = found[i] ?? 0;
  return scores;
}

/** The same score for every document. Good until the next call. */
export function sameScores(score: number, count: number): Float32Array {
  if (same.length < count) same = new Float32Array(count).fill(score);
  else if (same[0] !== score) same.fill(score);
  return same;
}
let same = new Float32Array(0);

function scoresByPlace(documents: Int32Array, score: Scorer): Float32Array {
  try {
    for (let i = 0; i < documents.length; i++) places[documents[i] ?? 0] = i + 1;
    return score({ documents, places });
  } finally {
    for (let i = 0; i < documents.length; i++) places[documents[i] ?? 0] = 0;
  }
}
