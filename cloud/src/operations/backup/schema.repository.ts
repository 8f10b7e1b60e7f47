import type pg from 'pg'
import { tenantTables } from '../../platform/database/tables.js'

/** A table of the schema with the columns that are stored. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  /** The column of its organisation, under row-level security; null: it belongs to none. */
  readonly orgColumn: string | null
}

/**
 * Not copied: the migrator's own tables, which say how far the schema is, processes that are gone by then, and changes, which
 * are numbered by the transactions of one cluster.
 */
const ofThisMoment = [
  'schema_migrations',
  'schema_migrations_lock',
  'nodes',
  'presence_watch',
  'changes',
  'access_changes',
  'restricted_changes',
  'change_cuts',
  'change_lineage',
]

/** Every table that a backup holds. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; secured: boolean }>(
    `select class.relname as name, class.relrowsecurity as secured,
       array_agg(attribute.attname::text order by attribute.attnum) as columns
     from pg_class class
     join pg_attribute attribute on attribute.attrelid = class.oid
     where class.relnamespace = current_schema()::regnamespace and class.relkind = 'r'
       and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
       and class.relname <> all ($1)
     group by class.oid order by class.relname`,
    [ofThisMoment],
  )
  return rows.map(({ name, columns, secured }) => {
    const orgColumn = Object.entries(tenantTables).find(([table]) => table === name)?.[1] ?? null
    if (secured !== (orgColumn !== null)) {
      throw new Error(`${name}: the schema and the list of tenant tables differ`)
    }
    return { name, columns, orgColumn }
  })
}

/** Under the worker's role, which sees all organisations. The caller is in a transaction. */
export async function listOrganisations(client: pg.ClientBase): Promise<string[]> {
  await client.query('set local role sightline_worker')
  const { rows } = await client.query<{ id: string }>('select id from organisations order by id')
  await client.query('set local role none')
  return rows.map(({ id }) => id)
}

/** Holds off whoever would change the schema, and nobody else, until the transaction ends. */
export async function holdSchema(client: pg.ClientBase, tables: readonly TableShape[]): Promise<void> {
  await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Takes away what would act on rows that are loaded table by table: foreign keys, triggers, and row-level security for
 * the owner. The caller is the owner of the tables, in a transaction.
 * @returns puts everything back; the foreign keys are checked against all rows then
 */
export async function openForLoading(
  client: pg.ClientBase,
  tables: readonly TableShape[],
): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name, orgColumn } of tables) {
    await client.query(`alter table ${quoted(name)} disable trigger user`)
    if (orgColumn !== null) await client.query(`alter table ${quoted(name)} no force row level security`)
  }
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  return async () => {
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
    for (const { name, orgColumn } of tables) {
      await client.query(`alter table ${quoted(name)} enable trigger user`)
      if (orgColumn !== null) await client.query(`alter table ${quoted(name)} force row level security`)
    }
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
