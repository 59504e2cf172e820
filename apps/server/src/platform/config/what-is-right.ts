// What each variable of the environment would have to be, for an operator who reads why the server
// does not start.

/**
 * Variable -> words that end 'should be …'. The value itself is never shown, since it may be a
 * secret.
 */
export const WHAT_IS_RIGHT: Readonly<Record<string, string>> = {
  ISOBAR_PORT: 'a whole number from 0 to 65535, such as 8080',
  ISOBAR_URL: 'the address that people use, such as https://data.example.org',
  ISOBAR_CONTACT: 'an email address, such as data@example.org',
  ISOBAR_LINKS: 'JSON like [{"label": "Privacy", "url": "https://example.org/privacy"}]',
  ISOBAR_CHECK_ANSWERS: 'on or off',
  ISOBAR_OTHER_SITES: 'on or off',
  ISOBAR_LEARN: 'on or off',
  ISOBAR_HOOK_HOSTS:
    'a comma-separated list of hosts, such as hooks.example.org, *.lab.example or cloud.example:8443',
  ISOBAR_HOOK_HTTP: 'on or off',
  ISOBAR_SERVICES: 'JSON like {"notebookHub": "https://hub.example.org"}',
  ISOBAR_REGISTRATION: 'open or closed',
  ISOBAR_ENVIRONMENT: 'dev, stage or prod',
  ISOBAR_PROPOSALS_URL: 'an address, such as https://campaigns.example.org/api',
  ISOBAR_MAX_ORDER_BYTES: 'a number of bytes above 0, such as 1e12',
  ISOBAR_MAX_ORDER_FILES: 'a whole number of files above 0, such as 20000',
  ISOBAR_LIVE_BYTES: 'a number of bytes above 0, such as 1e9',
  ISOBAR_PLOT_BYTES: 'a number of bytes from 1e6 on, such as 1e9',
  ISOBAR_PLOTS_AHEAD: 'on or off',
  ISOBAR_DELIVERIES: 'an address like s3://bucket/prefix',
  ISOBAR_KEPT: 'an address like s3://bucket/prefix',
  ISOBAR_ARRAY_BYTES: 'a number of bytes from 1e6 on, such as 5e9',
  ISOBAR_ARRAY_DAYS: 'a number of days from 1 to 3650, such as 30',
  ISOBAR_FACTS_AHEAD: 'on or off',
  ISOBAR_SEARCHES_AHEAD: 'on or off',
  ISOBAR_DELIVERY_DAYS: 'a number of days from 1 to 3650, such as 30',
  ISOBAR_RATE: 'a whole number of requests above 0, such as 1200',
  ISOBAR_DQR_URL: 'an address, such as https://dqr.example.org',
  ISOBAR_WORKER: 'here or apart',
  ISOBAR_WORKER_MEMORY: 'a whole number of megabytes from 50 on, such as 1000',
  ISOBAR_LOG: 'debug, info, warn, error or silent',
  ISOBAR_INDEX_PREFIX: 'small letters, digits, - and _, such as field-lab-',
  OPENSEARCH_URL: 'an address, such as https://search.example.org:9200',
  ISOBAR_TICKETS_URL: 'an address, such as https://desk.example.org/api/now/table/incident',
  ISOBAR_DOI_URL: 'an address, such as https://doi.org',
  DATACITE_URL: 'an address, such as https://api.datacite.org',
  DATACITE_PREFIX: 'a DOI prefix, such as 10.5439',
};
