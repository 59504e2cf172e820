// Every table of the store, as Kysely sees it. Instants are seconds since 1970 UTC unless the name
// ends in _ms.
import type { OrderStepCode } from '@isobar/contract/orders/status.ts';
import type { Generated } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { AffectedTables } from './affected-tables.ts';
import type { CatalogueChangeTables } from './catalogue-changes.ts';
import type { CuratedFileTables } from './curated-files.ts';
import type { DraftTables } from './draft-tables.ts';
import type { HourFactTables } from './hour-facts.ts';
import type { IdentityTables } from './identity-migration.ts';
import type { SeriesTables } from './series-tables.ts';
import type { SharedCountTables } from './shared-counts.ts';
import type { WordCountTables } from './word-counts.ts';
import type { WorkTimeTables } from './work-times.ts';

/** 0 or 1: SQLite has no boolean, and the same columns serve PostgreSQL. */
export type Flag = 0 | 1;

export interface Tables
  extends WordCountTables,
    CatalogueChangeTables,
    CuratedFileTables,
    SharedCountTables,
    AccountTables,
    HourFactTables,
    IdentityTables,
    SeriesTables,
    WorkTimeTables,
    AffectedTables,
    DraftTables {
  // --- accounts
  people: {
    person_id: string;
    user_name: string;
    email: string;
    name_first: string;
    name_last: string;
    /** '': signs in elsewhere only. */
    password_hash: string;
    /** Of the access token of the live data service; null: none. */
    access_token_hash: string | null;
    /** When the account expires; null: never. */
    expires_at: number | null;
    created_at: number;
  };
  sessions: {
    /** SHA-256 of the cookie's value, hex. */
    token_hash: string;
    person_id: string;
    created_at: number;
    /** Each use moves it to `lifetime_s` after that use. */
    expires_at: number;
    lifetime_s: number;
    /** What the browser called itself. */
    agent: Generated<string>;
    /** Id of the sign-in site; empty after a sign-in by password. */
    provider: Generated<string>;
    /**
     * Sealed ID token of the sign-in site, by which the site learns that the session has ended;
     * empty without a site.
     */
    id_token: Generated<string>;
    /**
     * The session at that site (`sid` of its ID token), by which the site reports that it ended;
     * empty if it has no id.
     */
    site_session: Generated<string>;
  };
  /** Browsers on which a person has signed in. SHA-256 of their secret, hex. */
  known_devices: { token_hash: string; person_id: string; expires_at: number };
  beta_users: { person_id: string; app_name: string; feature_name: string };
  preferences: { person_id: string; application: string; preference: string; value: string };
  /** Cloud storage that users linked for their deliveries; `token` is sealed. */
  drop_boxes: { person_id: string; token: string; linked_at: number };
  /** Roles beyond one's own things, as `isobar user role` and sign-in sites give them. */
  person_roles: {
    person_id: string;
    role: string;
    given_at: number;
    /** 'site:ID': a sign-in site, which may take it back; '': an operator. */
    given_by: Generated<string>;
    /**
     * From then on the role is over; null: never. A sign-in site gives roles for some days after
     * each sign-in.
     */
    ends_at: number | null;
  };
  /** Failed sign-ins, per account name and per address, for throttling. */
  sign_in_failures: { key: string; failures: number; window_start: number };
  carts: { person_id: string; cart: string; updated_at: number };
  saved_searches: {
    search_id: string;
    person_id: string;
    name: string;
    /** The name in lower case: a person has each name once. */
    name_key: string;
    /** JSON of Address. */
    address: string;
    /**
     * JSON of Holdings: what the person had seen when it was last opened; 'null': it could not be
     * counted then.
     */
    seen: string;
    saved_at: number;
    opened_at: number;
    /** How often its owner is mailed what is new in it. */
    tell: Generated<'never' | 'daily' | 'weekly'>;
    /** When that was last looked for, and JSON of Holdings: what was known of then. */
    told_at: Generated<number>;
    told: Generated<string>;
    /**
     * 'days': a search for days; `address` has it as its path, and found days take the place of
     * datastreams.
     */
    kind: Generated<'data' | 'days'>;
    /**
     * Web hook that is notified of what is new; null: none. When that was last looked for, and what
     * was known of then.
     */
    hook_url: string | null;
    hooked_at: Generated<number>;
    hooked: Generated<string>;
  };

  // --- orders and jobs
  orders: {
    order_id: Generated<number>;
    person_id: string;
    order_date: number;
    /** JSON of OrderRequest as accepted. */
    request: string;
    idempotency_key: string | null;
    /** `curStep` of the status call; core/orders/machine defines which step follows which. */
    step: OrderStepCode;
    suspend_reason: string | null;
    approved_at: number | null;
    failure: string | null;
    /** Estimated when placed, true when delivered. */
    file_count: number;
    bytes: number;
    /** JSON of OrderProgress: counts, the current file, the first missing inputs. */
    progress: string;
    /** When a worker took it up first. */
    started_at: number | null;
    completed_at: number | null;
    expires_at: number | null;
  };
  jobs: {
    job_id: Generated<number>;
    kind: string;
    /** What the job is about, e.g. the order's number. */
    subject: string;
    person_id: string | null;
    state: 'waiting' | 'running' | 'done' | 'failed' | 'paused' | 'cancelled';
    /** Name of the step to run next. */
    step: string;
    payload: string;
    /** Smaller is served first within one person. */
    priority: number;
    /** Times it was taken up since it last got anything done. */
    attempts: number;
    /** Times its worker ended by itself, or was ended, since it last got anything done. */
    deaths: Generated<number>;
    /** Times it threw since it last finished a step. */
    failures: number;
    run_at_ms: number;
    heartbeat_ms: number | null;
    /**
     * The worker that runs it. Each claim has a name of its own, so that a worker that lost its
     * claim is recognised when it writes late.
     */
    worker: string | null;
    last_error: string | null;
    /** Of the request that queued it, and its place in a trace (migration 0200). */
    request_id: string | null;
    traceparent: string | null;
    /**
     * Whose disk has what was prepared for it: the home of its last worker, PostgreSQL only
     * (migration 0222).
     */
    home: string | null;
    /** While it waits, workers of other homes leave it to that one until then. */
    stays_until_ms: number | null;
    created_at_ms: number;
  };
  /** When each person's work was last taken up: the fair share. */
  service_turns: { person_id: string; served_at_ms: number };

  // --- support
  /** Messages to the support desk. */
  incidents: {
    incident_id: Generated<number>;
    /** '' when a script did not say. */
    sender_name: string;
    sender_email: string;
    subject: string;
    message: string;
    assignment_group: string;
    /** JSON of what the sender agreed to attach. */
    context: string | null;
    /** Tells networks apart without keeping addresses. */
    origin: string;
    state: 'received' | 'answered' | 'closed';
    /** Number in the desk's ticket system. */
    ticket: string | null;
    received_at: number;
    closed_at: number | null;
  };
  incident_answers: {
    answer_id: Generated<number>;
    incident_id: number;
    answered_at: number;
    text: string;
  };
  /** Solutions that were used, until they would not be good any more. */
  spent_challenges: { challenge: string; good_until: number };

  // --- archive
  files: {
    /** Counts up; lets a harvest mark the files that it has seen with one bit each. */
    file_id: Generated<number>;
    datastream: string;
    file_name: string;
    /** Path inside the archive. */
    path: string;
    /**
     * 1: the name begins with the datastream, so that name and datastream find the row; 0: only its
     * path does.
     */
    named: Generated<Flag>;
    size: number;
    start_s: number;
    end_s: number;
    scan_name: string | null;
    sha256: string | null;
    modified_ms: number;
    /** Key into designs; null: the file has no readable header (raw, image, text). */
    design: string | null;
    /** What its metadata lacks, as comma-separated codes of features/harvest; null: nothing. */
    notices: string | null;
  };
  /** Headers, one per datastream and design. */
  designs: {
    datastream: string;
    design: string;
    /** JSON of the header: dimensions, variables, attributes. */
    header: string;
  };
  datastreams: {
    datastream: string;
    site_code: string;
    facility_code: string;
    datastream_class: string;
    data_level: string;
    start_s: number;
    end_s: number;
    /** Seconds from first to last sample of its longest file. */
    longest_s: number;
    /** 1: no file states a time, and the dates above are those on which files were last changed. */
    undated: Generated<Flag>;
    /** The title in its last file, where its name does not say what it is; else empty. */
    title: Generated<string>;
    file_count: number;
    bytes: number;
  };
  /**
   * Files that the last harvest could not file. `code` is one of features/harvest, `reason` is for
   * a person.
   */
  unreadable_files: {
    path: string;
    code: string;
    reason: string;
    size: number;
    modified_ms: number;
  };
  settings: { name: string; value: string };

  // --- citable orders; kept for good
  cited_orders: {
    order_id: number;
    person_id: string;
    cited_at: number;
    doi: string | null;
    /** JSON of CitedOrderRecord. */
    record: string;
    /** recipe.json and quality-reports.json of the delivery, as they were. */
    recipe: string;
    reports: string;
  };
  /** When a citable order was last made again, and with what result. */
  order_remakes: {
    order_id: number;
    state: 'waiting' | 'done' | 'failed';
    asked_at: number;
    done_at: number | null;
    /** JSON list of sentences; empty: the same bytes. */
    differences: string;
  };

  // --- pages
  /** Everything that there has ever been a page of, in the order in which it appeared. */
  page_records: {
    seq: Generated<number>;
    kind: string;
    id: string;
    /** Hash of the content from which its record is made. */
    fingerprint: string;
    changed_at: number;
    deleted: Flag;
  };

  // --- operators
  /** What operators did, by page or by command; kept for good. */
  operator_log: {
    entry_id: Generated<number>;
    at: number;
    /** Null: the command line, or a former member. */
    person_id: string | null;
    /** The person's name at that time. */
    person_name: string;
    action: string;
    subject: string;
    note: string;
    /** The person that the entry is about, while they have an account. */
    about_id: string | null;
  };
  /** What an operator wrote to the owner of an order with a refusal. */
  order_review_notes: { order_id: number; note: string; at: number };

  // --- data quality reports that operators write
  quality_reports: {
    dqr_id: string;
    /** JSON of the rows in force, in the columns of the curated table; null: none was published. */
    published: string | null;
    published_at: number | null;
    /** Why the report was withdrawn; null if it is in force. */
    withdrawn: string | null;
    /** JSON of ReportDraft: the next version; null: none is written. */
    proposal: string | null;
    /** 'draft', 'review', 'returned', 'published' or 'withdrawn'. */
    state: string;
    /** Versions published so far. */
    version: number;
    /** Counts every change, so that no editor overwrites the change of another. */
    revision: number;
    /** Who last wrote on it. */
    author_id: string | null;
    author_name: string;
    changed_at: number;
    /**
     * JSON list of datastreams whose documents must still be updated; null once the catalogue shows
     * the change.
     */
    pending: string | null;
  };
  quality_report_events: {
    event_id: Generated<number>;
    dqr_id: string;
    at: number;
    person_id: string;
    /** The person's name at that time. */
    person_name: string;
    action: string;
    note: string;
    version: number;
    /** JSON of the draft as it was left; null: nothing was written. */
    content: string | null;
  };
}
