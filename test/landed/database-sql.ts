import { z } from 'zod'
import { type Ask, readSchema, statementsOf } from './schema-sql.js'

/** The roles of the service are those of a cluster, and the first start of the service makes them. */
const roles = `do $$
declare
  name text;
begin
  foreach name in array array['sightline_app', 'sightline_worker'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I noinherit', name);
    end if;
  end loop;
end $$`

const TableColumns = z.object({ name: z.string(), columns: z.array(z.string()) })
const TextRow = z.object({ text: z.string() })

/**
 * A whole database as SQL that makes it anew in an empty one: the schema as the catalogue tells it, and every row. What acts
 * on rows comes after them. As of one moment, if `ask` is inside a transaction that sees one.
 */
export async function databaseSql(ask: Ask): Promise<string> {
  const { beforeRows, afterRows } = statementsOf(await readSchema(ask))
  const rows: string[] = []
  for (const table of await ask(storedColumns))
    rows.push(...(await insertsOf(ask, TableColumns.parse(table))))
  const statements = [
    'begin',
    'set local check_function_bodies = off',
    roles,
    ...beforeRows,
    ...rows,
    ...afterRows,
    'commit',
  ]
  return statements.map((statement) => `${statement.trimEnd()};\n`).join('\n')
}

/** Those that are not worked out. */
const storedColumns = `
  select relname::text as name, array_agg(quote_ident(attname) order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
  where relnamespace = 'public'::regnamespace and relkind = 'r' group by relname order by relname`

async function insertsOf(ask: Ask, { name, columns }: z.infer<typeof TableColumns>): Promise<string[]> {
  // Literals of which none is of a type: each becomes what its column is.
  const values = columns.map((column) => `quote_nullable(${column}::text)`)
  const rows = await ask(
    `select '(' || concat_ws(', ', ${values.join(', ')}) || ')' as text from ${name} order by 1`,
  )
  if (rows.length === 0) return []
  const list = rows.map((row) => `  ${TextRow.parse(row).text}`).join(',\n')
  return [`insert into ${name} (${columns.join(', ')}) overriding system value values\n${list}`]
}
