import { randomBytes, randomUUID } from 'node:crypto'
import { canonicalTimezone } from '@sightline/protocol'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { migrate, migrateAsFarAs } from '../platform/database/migrating/migrate.js'
import { migrations } from './index.js'

const name = '0066-timezones-read-alike'
let beside: TestDatabase
beforeAll(async () => {
  beside = await createTestDatabase()
})
afterAll(() => beside.close())

/** Names that JavaScript takes and IANA does not have, or has for something else. */
const strange =
  'ACT AET AGT ART AST BET BST CAT CET CNT CST CTT EAT ECT EET EST HST IET IST JST MET MIT MST NET NST PLT PNT PRT PST SST VST WET ' +
  'US/Pacific-New SystemV/PST8PDT SystemV/YST9 +01:00 -0530 Etc/Unknown Factory posixrules localtime EST5EDT europe/zurich uTc'

test('every name that is taken means the same to JavaScript and PostgreSQL, as it was given and as it is kept', async () => {
  const listed = await beside.query<{ name: string }>('select name from pg_timezone_names')
  const names = [
    ...listed.map((zone) => zone.name),
    ...Intl.supportedValuesOf('timeZone'),
    ...strange.split(' '),
  ]
  const pairs = [...new Set(names)].flatMap((given) => {
    const kept = canonicalTimezone(given)
    return kept === null ? [] : [{ given, kept }]
  })
  expect(pairs.length).toBeGreaterThan(400)
  // Not later: what a country decides next is known to one of both before the other.
  const moments = [2005, 2015, 2025].flatMap((year) =>
    [1, 4, 7, 10].map((month) => new Date(Date.UTC(year, month - 1, 20))),
  )
  const rows = await beside.query<{ zone: string; at: Date; seconds: number }>(
    `select zone, at, extract(epoch from (at at time zone zone) - (at at time zone 'UTC'))::int as seconds
     from unnest($1::text[]) zone, unnest($2::timestamptz[]) at`,
    [[...new Set(pairs.flatMap(({ given, kept }) => [given, kept]))], moments],
  )
  const other = rows.filter(({ zone, at, seconds }) => offsetSec(zone, at) !== seconds)
  expect(other).toEqual([])
  for (const { kept } of pairs) expect(canonicalTimezone(kept)).toBe(kept)
})

test('names that are read otherwise are refused, aliases are kept by the name that IANA gives', () => {
  for (const given of [
    'AET',
    'NST',
    'IST',
    'ist',
    'CET',
    'US/Pacific-New',
    'SystemV/PST8PDT',
    '+01:00',
    'Europe/Nowhere',
    '',
  ])
    expect(canonicalTimezone(given), given).toBeNull()
  expect(
    ['US/Pacific', 'europe/zurich', 'Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'GMT'].map(
      canonicalTimezone,
    ),
  ).toEqual(['America/Los_Angeles', 'Europe/Zurich', 'Asia/Kolkata', 'Asia/Kolkata', 'Europe/Kyiv', 'UTC'])
})

function offsetSec(timeZone: string, at: Date): number {
  const shown = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(shown.find((one) => one.type === type)?.value)
  const there = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return (there - at.getTime()) / 1000
}

test('what was stored before is the zone that people were shown, in organisations, sites, preferences and rules', async () => {
  const url = new URL(beside.address.url)
  url.pathname = `/before_${randomBytes(6).toString('hex')}`
  await beside.query(`create database ${url.pathname.slice(1)}`)
  const address = { url: url.href, rolesLogIn: true }
  const all = Object.keys(migrations)
  await migrateAsFarAs(address, all.slice(0, all.indexOf(name)))
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  try {
    const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await admin.query<Row>(text, values)).rows
    const { orgId } = await seedOrg({ query })
    await query(`update organisations set timezone = 'AET'`)
    await query(`update sites set timezone = 'ist'`)
    await query(`update users set preferences = '{"timezone": "US/Pacific-New", "locale": "de"}'`)
    const predicate = {
      op: 'all',
      of: [
        { op: 'time', from: '22:00', to: '06:00', timezone: 'NST' },
        { op: 'not', of: { op: 'time', timezone: 'Europe/Bern' } },
      ],
      words: 'a sign that says "timezone": "AET"',
    }
    await query('set session_replication_role = replica')
    await query(
      `insert into compiled_rule_versions
         (org_id, id, rule_id, number, predicate, judge_use, labels_known, created_by_kind, created_by_name)
       values ($1, $2, $2, 1, $3, 'never', '', 'system', '')`,
      [orgId, randomUUID(), predicate],
    )
    await query('set session_replication_role = origin')
    expect(await migrate(address)).toContain(name)
    expect(await query('select distinct timezone from organisations')).toEqual([
      { timezone: 'Australia/Sydney' },
    ])
    expect(await query('select distinct timezone from sites')).toEqual([{ timezone: 'Asia/Kolkata' }])
    expect(await query('select distinct preferences from users')).toEqual([
      { preferences: { timezone: 'America/Los_Angeles', locale: 'de' } },
    ])
    const [first, second] = predicate.of
    expect(await query('select predicate from compiled_rule_versions')).toEqual([
      { predicate: { ...predicate, of: [{ ...first, timezone: 'Pacific/Auckland' }, second] } },
    ])
  } finally {
    await admin.end()
    await beside.query(`drop database ${url.pathname.slice(1)} with (force)`)
  }
})
