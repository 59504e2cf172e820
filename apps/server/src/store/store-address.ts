// Where a store is: a file of SQLite, or a PostgreSQL server and its database.
export type StoreAddress = { readonly file: string } | { readonly url: string };
