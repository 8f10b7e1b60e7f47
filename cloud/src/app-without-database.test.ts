import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFailingDatabase, type FailingDatabase } from '#testing/failing-database.js'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestApp, createTestOrg, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { createEventIntake } from './events/intake/event-intake.service.js'
import { DatabaseUnavailableError } from './platform/database/clients/unavailable.js'
import { WorkLoop } from './platform/work/work-loop.js'

/** A node whose connections to PostgreSQL break while it answers, works and takes events. */
let test: FailingDatabase
let world: TestApp
let owner: SignedIn
let gateway: SeededOrg

/** What is under way until `stop`, and what became of it. */
const load = {
  stop: new AbortController(),
  /** Names of the sites whose creation was answered 201. */
  made: [] as string[],
  /** Answers 503, all with Retry-After. */
  refused: 0,
  /** Ids of the events that were confirmed. */
  confirmed: [] as string[],
  /** Steps of each kind that went well since the last fault. */
  well: new Map<string, number>(),
}

beforeAll(async () => {
  test = await createFailingDatabase()
  world = await createTestApp({ test })
  const org = await createTestOrg(world.platform)
  owner = await org.signIn('owner')
  gateway = await seedOrg(test)
})
afterAll(async () => {
  load.stop.abort()
  await world?.close()
})

const wentWell = (kind: string) => load.well.set(kind, (load.well.get(kind) ?? 0) + 1)

async function keepMaking(worker: number): Promise<void> {
  for (let n = 0; !load.stop.signal.aborted; n += 1) {
    const name = `site ${worker}-${n}`
    const answer = await world.call(owner, { method: 'POST', url: '/api/v1/sites', payload: { name } })
    if (answer.statusCode === 201) {
      load.made.push(name)
      wentWell('make')
    } else requireRefusal(answer)
    const list = await world.call(owner, { url: '/api/v1/events' })
    if (list.statusCode === 200) wentWell('read')
    else requireRefusal(list)
  }
}

function requireRefusal(answer: { statusCode: number; headers: object; body: string }): void {
  expect(answer, answer.body).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } })
  load.refused += 1
}

/** As a gateway does: an event is sent until it is confirmed, and then forgotten. */
async function keepSending(): Promise<void> {
  const intake = createEventIntake({ ...world.platform, hooks: world.services.hooks.events })
  while (!load.stop.signal.aborted) {
    const eventId = uuidv7()
    while (!(await confirms(intake, eventId))) await sleep(5)
    load.confirmed.push(eventId)
    wentWell('send')
  }
}

async function confirms(intake: ReturnType<typeof createEventIntake>, eventId: string): Promise<boolean> {
  const body = {
    event_id: eventId,
    camera_id: gateway.cameraId,
    event_category: 'motion' as const,
    trigger_topic: 'tns1:VideoSource/MotionAlarm',
    trigger_source: 'onvif' as const,
    raw_source: 'onvif',
    raw_data: {},
    triggered_at: new Date().toISOString(),
    clock_offset_ms: 0,
    clock_synced: true,
  }
  const { orgId, gatewayId } = gateway
  const outcome = await intake
    .take({ orgId, gatewayId, receivedAt: new Date() }, { type: 'event.opened', body: body })
    .catch((error: unknown) => {
      if (error instanceof DatabaseUnavailableError) return undefined
      throw error
    })
  if (outcome !== undefined) expect(outcome).toBeOneOf(['stored', 'duplicate'])
  return outcome !== undefined
}

/** Rows are added past the line, so that all that were added are there. */
async function keepWorking(): Promise<void> {
  const { platform } = world
  const loop = new WorkLoop({
    ...platform,
    workerId: platform.nodeId,
    table: 'outgoing_mail',
    concurrency: 4,
    leaseMs: 600,
    // Faults come faster than the listener connects again, so that looking is what brings rows.
    pollMs: 50,
    perform: async ({ orgId, id }) => {
      const db = platform.database.serving('work').forOrg(orgId)
      await db
        .updateTable('outgoing_mail')
        .set({ status: 'sent', lease_until: null })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .execute()
      wentWell('work')
    },
  })
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  const ends = Promise.all([loop.run(end.signal), platform.listener.run(end.signal)])
  await addWork()
  // Rows whose work a fault broke off are done once their lease has passed.
  await vi.waitFor(async () => expect(await countPending()).toBe(0), { timeout: 60_000 })
  end.abort()
  await ends
}

async function countPending(): Promise<number> {
  return (await test.query(`select 1 from outgoing_mail where status = 'pending'`)).length
}

async function addWork(): Promise<void> {
  while (!load.stop.signal.aborted) {
    const text = `with added as (
      insert into outgoing_mail (org_id, id, recipient, subject, body_text) values ($1, $2, 'a@b.de', 's', 't')
    ) select pg_notify('sightline_work', 'outgoing_mail')`
    // PostgreSQL may be starting just now.
    await test.query(text, [gateway.orgId, uuidv7()]).catch(() => {})
    await sleep(20)
  }
}

const served = ['make', 'read', 'send']

/** The node does these again. */
async function untilWell(...kinds: string[]): Promise<void> {
  load.well.clear()
  await vi.waitFor(() => expect([...load.well.keys()]).toEqual(expect.arrayContaining(kinds)), {
    timeout: 60_000,
    interval: 5,
  })
}

const faults: Record<string, (round: number) => Promise<void>> = {
  'one connection is reset in its COMMIT': (round) =>
    test.proxy.resetAtCommit(round % 2 === 0 ? 'before' : 'after'),
  'all connections are reset': async () => test.proxy.resetAll(),
  'an administrator ends all backends': async () => {
    await test.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'sightline%'`,
    )
  },
  'PostgreSQL is restarted at once': () => test.postgres.restartAtOnce(),
}

/** Of each fault, in COMMIT before and after it in turn; `npm run chaos` has many. */
const rounds = process.env['CHAOS'] === 'full' ? 100 : 4

async function breakRepeatedly(times: number): Promise<void> {
  await untilWell(...served, 'work')
  for (let round = 0; round < times; round += 1) {
    for (const fault of Object.values(faults)) {
      await fault(round)
      await untilWell(...served)
    }
    await untilWell('work')
  }
}

it('broken again and again, under load: nothing that was answered is lost, and the node goes on', async () => {
  setMaxListeners(0, load.stop.signal)
  const running = Promise.all([
    ...[0, 1, 2].map((worker) => keepMaking(worker)),
    ...[0, 1].map(() => keepSending()),
    keepWorking(),
  ])
  await Promise.race([running, breakRepeatedly(rounds)]).finally(() => load.stop.abort())
  await running
  const names = await test.query<{ name: string }>('select name from sites')
  const there = new Set(names.map(({ name }) => name))
  expect(load.made.filter((name) => !there.has(name))).toEqual([])
  const events = await test.query<{ id: string }>('select id from events')
  const stored = new Set(events.map(({ id }) => id))
  expect(load.confirmed.filter((id) => !stored.has(id))).toEqual([])
  expect(await countPending()).toBe(0)
  // Faults were met, and not only between the calls.
  expect(load.refused).toBeGreaterThan(0)
}, 600_000)
