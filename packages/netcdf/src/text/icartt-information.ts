// What an ICARTT header says beyond the data.

/** Taken from the global attributes where it is absent. */
export interface IcarttInformation {
  readonly investigators: string;
  readonly organisation: string;
  readonly source: string;
  readonly mission: string;
  /** Day of the revision, in seconds since 1970 UTC. */
  readonly revisionTime: number;
  readonly revision: string;
  /** Values of the required normal comments by keyword, such as PI_CONTACT_INFO. */
  readonly comments: Readonly<Record<string, string>>;
}
