import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PostgresProxy } from '#testing/postgres-proxy.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { createTestDatabase } from '#testing/test-database.js'
import type { SignedIn } from '#testing/test-user.js'
import { waitUntil } from '../../fleet/channel/test-nodes.fake.js'
import { openDatabase } from '../../platform/database/database.js'
import { silentLog } from '../../platform/log.js'
import { type EventScene, setEventScene } from '../event-scene.fixture.js'

const most = 1200
let world: TestApp
let scene: EventScene
let operator: SignedIn

let proxy: PostgresProxy

beforeAll(async () => {
  const direct = await createTestDatabase()
  proxy = await PostgresProxy.start(direct.address)
  const database = openDatabase(proxy.address, { log: silentLog, checkTransactions: true })
  const close = async () => {
    await database.close()
    await proxy.close()
    await direct.close()
  }
  const through = { ...direct, address: proxy.address, database, close, [Symbol.asyncDispose]: close }
  world = await createTestApp({ config: { eventExportMaxRows: most }, test: through })
})
afterAll(() => world.close())
beforeEach(async () => {
  scene = await setEventScene(world)
  operator = await scene.org.signIn('operator')
})

const exported = (query: Record<string, string> = {}, who: SignedIn | null = operator) =>
  world.call(who, { url: '/api/v1/events/export', query })

const header =
  'id,camera_id,camera_name,event_category,trigger_topic,trigger_source,triggered_at,duration_sec,summary,tags,' +
  'ai_status,acknowledged,starred'

async function linesOf(query: Record<string, string> = {}): Promise<string[]> {
  const answer = await exported(query)
  expect(answer.statusCode, answer.body).toBe(200)
  const lines = answer.body.split('\r\n')
  expect(lines[0]).toBe(header)
  expect(lines.at(-1)).toBe('')
  return lines.slice(1, -1)
}

/** Many events in one statement, a minute apart. */
async function addMany(count: number, summary = ''): Promise<void> {
  const { orgId, siteId } = scene.org
  await world.test.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, summary)
     select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', now() - number * interval '1 minute', $5
     from generate_series(1, $4::integer) as number`,
    [orgId, scene.cameraId, siteId, count, summary],
  )
}

describe('the file', () => {
  test('has the columns of the contract, in order, and comes as an attachment', async () => {
    const id = await scene.addEvent({
      trigger_topic: '=cmd()',
      triggered_at: new Date('2026-03-14T09:30:00.120Z'),
      duration_sec: 35,
      summary: 'says "stop",\nthen leaves',
      tags: ['person', 'red car'],
      acknowledged: true,
    })
    const answer = await exported()
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="events-\d{8}T\d{6}Z\.csv"$/),
    })
    expect(answer.body).toBe(
      `${header}\r\n${id},${scene.cameraId},Front door,motion,'=cmd(),onvif,2026-03-14T09:30:00.120Z,35,` +
        `"says ""stop"",\nthen leaves","person,red car",pending,true,false\r\n`,
    )
  })

  test('without an event it is the line of names', async () => {
    expect(await linesOf()).toEqual([])
  })

  test('holds every event that matches, newest first, over several batches', async () => {
    await addMany(most)
    const lines = await linesOf()
    expect(lines).toHaveLength(most)
    const times = lines.map((line) => line.split(',')[6] ?? '')
    expect(times).toEqual(times.toSorted().toReversed())
    expect(new Set(lines.map((line) => line.slice(0, 36))).size).toBe(most)
  })

  test('takes the filters of the list', async () => {
    const other = await scene.addCamera('Yard')
    const starred = await scene.addEvent({ starred: true, summary: 'A fox at the gate' })
    const manual = await scene.addEvent({ trigger_source: 'manual', camera_id: other })
    const old = await scene.addEvent({ triggered_at: new Date('2026-03-14T23:30:00.000Z') })
    await scene.addEvent({ deleted_at: new Date() })
    for (const [query, ids] of [
      [{ starred: 'true' }, [starred]],
      [{ q: 'fox' }, [starred]],
      [{ q: 'fox -gate' }, []],
      [{ q: 'fox', trigger_source: 'manual' }, []],
      [{ trigger_source: 'manual' }, [manual]],
      [{ camera_id: other }, [manual]],
      [{ date_from: '2026-03-14', date_to: '2026-03-14' }, [old]],
      [{ site_id: scene.org.siteId, event_category: 'motion', starred: 'false' }, [manual, starred, old]],
    ] as [Record<string, string>, string[]][]) {
      const found = (await linesOf(query)).map((line) => line.slice(0, 36))
      expect([query, found.toSorted()]).toEqual([query, ids.toSorted()])
    }
    expect((await exported({ trigger_source: 'ai' })).statusCode).toBe(400)
    expect((await exported({ camera_id: uuidv7() })).statusCode).toBe(404)
  })
})

describe('limits', () => {
  test('more events than the setting admits: 413 before the first byte, and nothing is audited', async () => {
    await addMany(most + 1)
    const answer = await exported()
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'payload_too_large'])
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.json().error.message).toContain(String(most))
    expect(await scene.audit(null)).toEqual([])
    expect((await exported({ date_to: '2026-03-14' })).statusCode).toBe(200)
  })

  test('who exported what, and how much, stands in the audit', async () => {
    await addMany(3)
    await exported({ event_category: 'motion', date_from: '2026-01-01' })
    expect(await scene.audit(null)).toEqual([
      {
        action: 'event.exported',
        actor_kind: 'user',
        data: { filter: { event_category: 'motion', date_from: '2026-01-01' }, count: 3 },
      },
    ])
  })

  test('roles', async () => {
    expect((await exported({}, await scene.org.signIn('viewer', [scene.org.siteId]))).statusCode).toBe(403)
    expect((await exported({}, null)).statusCode).toBe(401)
  })
})

describe('slow readers', () => {
  /** Asks for an export over a connection of its own and reads nothing of it. */
  async function ask(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    const answered = once(world.app.server, 'request')
    socket.write(
      `GET /api/v1/events/export HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${operator.token}\r\n\r\n`,
    )
    await answered
    return socket
  }

  const busyClients = async () =>
    (
      await world.test.query<{ state: string }>(
        `select state from pg_stat_activity
         where datname = current_database() and usename = 'sightline_app' and state <> 'idle'`,
      )
    ).length

  let origin: Promise<string> | undefined
  const listening = () => (origin ??= world.app.listen({ host: '127.0.0.1', port: 0 }))
  let connections = 0
  beforeAll(() => {
    world.app.server.on('connection', (socket) => {
      connections += 1
      socket.once('close', () => (connections -= 1))
    })
  })

  test('get the whole file though PostgreSQL is away in the middle of it', async () => {
    await addMany(most, 'x'.repeat(20_000))
    const url = new URL(await listening())
    const reader = await ask(Number(url.port))
    await waitUntil(async () => (await scene.audit(null)).length === 1, 'the export to begin')
    await waitUntil(async () => (await busyClients()) === 0, 'the export to wait for its reader')
    const away = proxy.awayFor(1_500)
    let text = ''
    reader.setEncoding('latin1').on('data', (bytes: string) => (text += bytes))
    reader.resume()
    await away
    // The last chunk of an answer has no length.
    await waitUntil(() => text.endsWith('\r\n0\r\n\r\n'), 'the end of the file')
    expect(text.match(/,motion,/g)).toHaveLength(most)
    reader.destroy()
    await waitUntil(() => connections === 0, 'every connection to close')
  })

  test('hold no client of the database, and one that hangs up ends its export', async () => {
    // Far more than sockets buffer.
    await addMany(most, 'x'.repeat(20_000))
    const url = new URL(await listening())
    // More of them than the database has clients.
    const readers: Socket[] = []
    for (let n = 0; n < 12; n += 1) readers.push(await ask(Number(url.port)))
    await waitUntil(async () => (await scene.audit(null)).length === readers.length, 'every export to begin')
    await waitUntil(async () => (await busyClients()) === 0, 'an idle database')
    // Until their sockets are full, exports read on, and on a slow machine nobody else finds a client in time.
    await waitUntil(async () => (await scene.statusOf('/api/v1/events')) === 200, 'the list beside them')
    expect(connections).toBe(readers.length)
    for (const reader of readers) reader.destroy()
    await waitUntil(() => connections === 0, 'every connection to close')
    await waitUntil(async () => (await busyClients()) === 0, 'an idle database')
  })
})
