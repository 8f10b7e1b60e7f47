import { z } from 'zod'

/** Asks the database one statement. */
export type Ask = (statement: string) => Promise<readonly Record<string, unknown>[]>

/** A table by the statement that makes it without anything that holds for its rows. */
interface TableSql {
  readonly name: string
  readonly kind: string
  /** Each as it stands in `create table`, in the order of the table. */
  readonly columns: readonly string[]
}

/** The whole of a schema as statements, in an order in which they can be run. */
export interface SchemaSql {
  /** Extensions and functions, on which tables stand. */
  readonly before: readonly string[]
  readonly tables: readonly TableSql[]
  /** Functions that stand on tables, constraints, indexes, triggers, row-level security with its policies, and grants. */
  readonly after: readonly string[]
}

const TableRow = z.object({ name: z.string(), kind: z.string(), columns: z.array(z.string()) })
const TextRow = z.object({ text: z.string() })

/** Reads the schema `public` from the catalogue. @throws Error if it holds something that is not read here */
export async function readSchema(ask: Ask): Promise<SchemaSql> {
  const texts = async (query: string) => (await ask(query)).map((row) => TextRow.parse(row).text)
  const unread = await texts(unreadKinds)
  if (unread.length > 0) throw new Error(`the schema holds what is not written down: ${unread.join(', ')}`)
  const after = await texts(functions(true))
  for (const query of afterTables) after.push(...(await texts(query)))
  return {
    before: [...(await texts(extensions)), ...(await texts(functions(false)))],
    tables: (await ask(tables)).map((row) => TableRow.parse(row)),
    after,
  }
}

/** The statements of a schema, one each. */
export function statementsOf({ before, tables: made, after }: SchemaSql): {
  readonly beforeRows: readonly string[]
  readonly afterRows: readonly string[]
} {
  const creates = made.map(
    ({ name, kind, columns }) => `create ${kind} ${name} (\n  ${columns.join(',\n  ')}\n)`,
  )
  return { beforeRows: [...before, ...creates], afterRows: after }
}

/** What two schemas have to have in common: the order in which columns came, and how a function is indented, does not matter. */
export function partsOf({ before, tables: made, after }: SchemaSql): string[] {
  const columns = made.flatMap(({ name, kind, columns: all }) => [
    `${kind} ${name}`,
    ...all.map((column) => `${name}: ${column}`),
  ])
  return [...before, ...columns, ...after].map((part) => part.replace(/\s+/g, ' ')).toSorted()
}

/** Not of an extension. */
const own = (catalogue: string, object: string) =>
  `not exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${object}.oid and deptype = 'e')`

/** What migrations have not made so far, and what is not written down therefore. */
const unreadKinds = `
  select 'type ' || typname as text from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r') and ${own('pg_type', 'pg_type')}
  union all
  select relkind::text || ' ' || relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 'S') and ${own('pg_class', 'pg_class')}
  union all
  select 'function ' || proname from pg_proc
    where pronamespace = 'public'::regnamespace and prokind not in ('f', 'p') and ${own('pg_proc', 'pg_proc')}
  union all
  select 'rule ' || rulename from pg_rules where schemaname = 'public'
  union all
  select 'statistics ' || stxname from pg_statistic_ext where stxnamespace = 'public'::regnamespace
  union all
  select 'default privileges' from pg_default_acl
  union all
  select 'event trigger ' || evtname from pg_event_trigger
  union all
  select 'publication ' || pubname from pg_publication
  union all
  select 'schema ' || nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
  union all
  select 'storage of ' || attrelid::regclass || '.' || attname from pg_attribute
    join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      and (attstorage <> typstorage or attcompression <> '' or coalesce(attstattarget, -1) <> -1)`

const extensions = `
  select format('create extension if not exists %I', extname) as text from pg_extension
  where extname <> 'plpgsql' order by extname`

/** In the order in which they were made, for they call each other. @param onTables only those that name tables, or the others */
const functions = (onTables: boolean) => `
  select pg_get_functiondef(pg_proc.oid) as text from pg_proc
  where pronamespace = 'public'::regnamespace and ${own('pg_proc', 'pg_proc')} and ${onTables ? '' : 'not'} exists (
    select from pg_depend left join pg_type on refclassid = 'pg_type'::regclass and pg_type.oid = refobjid
    where classid = 'pg_proc'::regclass and objid = pg_proc.oid and (refclassid = 'pg_class'::regclass or typrelid <> 0))
  order by pg_proc.oid`

const tables = `
  select class.relname as name, case relpersistence when 'u' then 'unlogged table' else 'table' end as kind,
    array_agg(format('%I %s', attname, format_type(atttypid, atttypmod))
      || case when attcollation <> typcollation then ' collate ' || attcollation::regcollation else '' end
      || case when attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(adbin, adrelid))
           when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid) else '' end
      || case attidentity when 'a' then ' generated always as identity' when 'd' then ' generated by default as identity'
           else '' end
      || case when attnotnull then ' not null' else '' end
      order by attnum) as columns
  from pg_class class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
  join pg_type on pg_type.oid = atttypid
  left join pg_attrdef on adrelid = class.oid and adnum = attnum
  where relnamespace = 'public'::regnamespace and relkind = 'r' and ${own('pg_class', 'class')}
  group by class.oid order by relname`

/** Only of the tables of the schema. @param column that names the table */
const on = (column: string) =>
  `join pg_class class on class.oid = ${column} where class.relnamespace = 'public'::regnamespace`

const afterTables: readonly string[] = [
  `select format('alter table %s set (%s)', relname, array_to_string(reloptions, ', ')) as text from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reloptions is not null order by relname`,
  `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
      as text
    from pg_constraint ${on('conrelid')} and contype in ('p', 'u', 'x', 'c')
    order by contype = 'c', conrelid::regclass::text, conname`,
  `select pg_get_indexdef(indexrelid) as text from pg_index ${on('indrelid')}
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by indexrelid::regclass::text`,
  `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
      as text
    from pg_constraint ${on('conrelid')} and contype = 'f' order by conrelid::regclass::text, conname`,
  // Short: by the long form a condition of three parts has other parentheses once it was read again.
  `select pg_get_triggerdef(pg_trigger.oid, true) as text from pg_trigger ${on('tgrelid')} and not tgisinternal
    order by tgrelid::regclass::text, tgname`,
  `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as text from pg_trigger ${on('tgrelid')}
    and not tgisinternal and tgenabled = 'D' order by tgrelid::regclass::text, tgname`,
  `select format('alter table %s %s row level security', relname, what) as text
    from pg_class, lateral (values ('enable', relrowsecurity), ('force', relforcerowsecurity)) as flags (what, is_set)
    where relnamespace = 'public'::regnamespace and relkind = 'r' and is_set order by relname, what`,
  `select format('create policy %I on %s as %s for %s to %s', policyname, tablename, permissive, cmd,
        array_to_string(roles, ', '))
      || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '') as text
    from pg_policies where schemaname = 'public' order by tablename, policyname`,
  `select format('grant %s on %s to %s', string_agg(lower(privilege_type), ', ' order by privilege_type), relname,
      case grantee when 0 then 'public' else grantee::regrole::text end) as text
    from pg_class, aclexplode(relacl) where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
      and grantee <> relowner group by relname, grantee order by relname, text`,
  `select format('grant %s (%s) on %s to %s', lower(privilege_type), string_agg(quote_ident(attname), ', ' order by attname),
      relname, grantee::regrole) as text
    from pg_attribute join pg_class on pg_class.oid = attrelid, aclexplode(attacl)
    where relnamespace = 'public'::regnamespace and not attisdropped and grantee <> relowner
    group by relname, privilege_type, grantee order by relname, text`,
  `select format('revoke execute on function %s from public', pg_proc.oid::regprocedure) as text from pg_proc
    where pronamespace = 'public'::regnamespace and proacl is not null and ${own('pg_proc', 'pg_proc')}
      and not exists (select from aclexplode(proacl) where grantee = 0) order by text`,
  `select format('grant execute on function %s to %s', pg_proc.oid::regprocedure, grantee::regrole) as text
    from pg_proc, aclexplode(proacl)
    where pronamespace = 'public'::regnamespace and grantee not in (0, proowner) and ${own('pg_proc', 'pg_proc')} order by text`,
  `select format('grant %s on schema public to %s', lower(privilege_type), grantee::regrole) as text
    from pg_namespace, aclexplode(nspacl) where nspname = 'public' and grantee not in (0, nspowner) order by text`,
]
