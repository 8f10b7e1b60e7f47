import { expect, test } from 'vitest'
import { createTestDatabase } from '#testing/test-database.js'

test('what a trigger writes that a foreign key sets off is open to the owner of the tables', async () => {
  await using database = await createTestDatabase()
  // AFTER triggers of rows that go by `cascade`, or of which a column is nulled: tgtype has 2 for BEFORE, 8 for DELETE, 16 for UPDATE.
  const triggers = await database.query<{ name: string; source: string }>(
    `select distinct tgname as name, prosrc as source from pg_trigger
     join pg_proc on pg_proc.oid = tgfoid
     join pg_constraint on conrelid = tgrelid and contype = 'f'
     where not tgisinternal and tgtype & 2 = 0
       and ((confdeltype = 'c' and tgtype & 8 <> 0)
         or (confdeltype in ('n', 'd') and tgtype & 16 <> 0
           and (cardinality(tgattr::int2[]) = 0 or tgattr::int2[] && coalesce(confdelsetcols, conkey))))`,
  )
  expect(triggers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['alert_change_noted', 'inbox_changes_noted', 'sites_of_user_noted_of_removed']),
  )
  const written = triggers.flatMap(({ source }) =>
    [...source.matchAll(/(?:insert into|delete from|update) (\w+)/g)].map(([, table]) => table),
  )
  const shut = await database.query<{ name: string }>(
    `select relname as name from pg_class where relname = any($1) and relforcerowsecurity and not exists (
       select from pg_policies where tablename = relname and policyname = 'of_the_organisation_by_foreign_keys')
     order by 1`,
    [written],
  )
  expect(shut).toEqual([])
})
