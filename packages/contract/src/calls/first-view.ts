// What the built page holds in place of an archive's own words: the server writes those when it
// answers.

/** Each stands for the text of the configuration of the same name. */
export const FIRST_VIEW_NAMES = {
  title: '\u27e6title\u27e7',
  archiveName: '\u27e6archiveName\u27e7',
} as const;

/** The attribute of a view that tells whether it is for an archive with a workbench. */
export const FIRST_VIEW_WORKBENCH = 'data-workbench';
