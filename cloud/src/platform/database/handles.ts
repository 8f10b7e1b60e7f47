import type { Kysely, Transaction } from 'kysely'
import type { LookupTables, Tables, WorkerTables } from './tables.js'

/** A database inside one organisation: what repositories take first. */
export type Db = Kysely<Tables>
/** A transaction inside one organisation; a repository function that needs one asks for it by this type. */
export type Tx = Transaction<Tables>
export type LookupDb = Kysely<LookupTables>
export type WorkerDb = Kysely<WorkerTables>
