import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { migrations } from './index.js'

/** Tables that grow with events, as docs/migrations.md lists them. */
const large =
  '(?:events|event_texts|event_analyses|media|alerts|notifications|webhook_deliveries|webhook_attempts|model_calls|audit_log)'

/** What keeps everybody waiting who reads or writes such a table, and what is in its place. */
const holdsUp: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`create (?:unique )?index (?!concurrently)\w+\s+on ${large}\b`), 'steps.index'],
  [
    new RegExp(
      String.raw`alter table ${large}\b[^;]*\badd (?:constraint|check|foreign key|unique|primary key)`,
    ),
    'steps.constraint',
  ],
  [new RegExp(String.raw`alter table ${large}\b[^;]*\bset not null`), 'steps.constraint'],
  [new RegExp(String.raw`alter table ${large}\b[^;]*\btype\b`), 'a new column'],
  [new RegExp(String.raw`alter table ${large}\b[^;]*no force row level security`), 'steps.backfill'],
  [new RegExp(String.raw`\bupdate ${large}\s+set\b`), 'steps.backfill'],
  [new RegExp(String.raw`\bup\(db[^]*\bfrom ${large}\b`), 'steps.inEachOrganisation'],
  [new RegExp(String.raw`\bup\(db[^]*\bcreate (?:or replace )?trigger [^;]*\bon ${large}\b`), 'steps.define'],
  [
    new RegExp(
      String.raw`\b(?:lock table|truncate(?: table)?|alter table) ${large}\b(?: in\b|;|[^;]*\bdisable trigger)`,
    ),
    'nothing',
  ],
  [/\bdrop index (?!concurrently)/, 'drop index concurrently'],
]

/** The first schema is made where nobody waits. */
const firstUnderRules = '0002'

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(folder).filter((name) => /^\d{4}-[^.]*\.ts$/.test(name))

const offences = (text: string): string[] =>
  holdsUp.flatMap(([pattern, instead]) => (pattern.test(text.toLowerCase()) ? [instead] : []))

test('migrations of large tables go by steps that keep nobody waiting', () => {
  for (const name of files.filter((one) => one >= firstUnderRules))
    expect(offences(readFileSync(`${folder}${name}`, 'utf8')), name).toEqual([])
})

test('what holds everybody up is found', () => {
  const indexed = `up(db) { run('create index event_texts_newest on event_texts (org_id);
    create trigger event_text_of_new after insert on events for each row execute function keep_event_text();
    alter table events no force row level security; insert into event_texts select org_id, id from events') }`
  expect(offences(indexed)).toEqual([
    'steps.index',
    'steps.backfill',
    'steps.inEachOrganisation',
    'steps.define',
  ])
  const counted = `up(db) { run('insert into stored_bytes select org_id, sum(bytes) from media group by org_id') }`
  expect(offences(counted)).toEqual(['steps.inEachOrganisation'])
  expect(offences('lock table media in share mode')).toEqual(['nothing'])
  expect(offences('drop index events_deleted')).toEqual(['drop index concurrently'])
  expect(offences('alter table events add constraint x check (a > 0)')).toEqual(['steps.constraint'])
  expect(offences('alter table events add column if not exists a integer')).toEqual([])
})

test('each file is a migration that runs, in its order', () => {
  expect(Object.keys(migrations)).toEqual(files.map((name) => name.replace('.ts', '')).toSorted())
})
