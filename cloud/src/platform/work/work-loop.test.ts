import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearDatabase } from '#testing/clear-database.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createListener } from '../database/listener.js'
import { notify } from '../database/notify.js'
import { silentLog } from '../log.js'
import { type Clock, systemClock } from '../time/clock.js'
import { claimRows } from './claim.repository.js'
import { type ClaimedRow, WorkLoop, type WorkLoopOptions } from './work-loop.js'

const orgId = uuidv7()
const until = { timeout: 20_000, interval: 20 }
let scene: TestDatabase
let stop: AbortController
let running: Promise<void>[]
let listening: (() => boolean)[]

beforeAll(async () => {
  scene = await createTestDatabase()
})
afterAll(() => scene.close())
beforeEach(async () => {
  stop = new AbortController()
  running = []
  listening = []
  await scene.database.forOrg(orgId).insertInto('organisations').values({ id: orgId, name: 'org' }).execute()
})
afterEach(async () => {
  stop.abort()
  await Promise.all(running)
  await clearDatabase(scene)
})

/** A worker that marks each row sent, unless told otherwise. */
function startWorker(
  workerId: string,
  perform: WorkLoopOptions['perform'] = finish,
  options: Partial<WorkLoopOptions> = {},
): WorkLoop {
  const common = { database: scene.database, clock: systemClock, log: silentLog, workerId }
  const listener = createListener(scene.address, { clock: systemClock, log: silentLog })
  const loop = new WorkLoop({
    ...common,
    listener,
    table: 'outgoing_mail',
    concurrency: 4,
    perform,
    ...options,
  })
  running.push(listener.run(stop.signal), loop.run(stop.signal))
  listening.push(() => listener.connected)
  return loop
}

/** From here on a NOTIFY is heard by every worker. */
const allListen = () =>
  vi.waitFor(() => expect(listening.every((connected) => connected())).toBe(true), until)

/** Finishes the row, if the lease is still the claim's. */
async function finish(row: ClaimedRow): Promise<void> {
  await scene.database
    .forOrg(row.orgId)
    .updateTable('outgoing_mail')
    .set({ status: 'sent', lease_until: null })
    .where('org_id', '=', row.orgId)
    .where('id', '=', row.id)
    .where('worker', '=', row.worker)
    .execute()
}

async function addRows(count: number): Promise<void> {
  await scene.database.inOrg(orgId, async (tx) => {
    await tx
      .insertInto('outgoing_mail')
      .values(
        Array.from({ length: count }, () => ({
          org_id: orgId,
          id: uuidv7(),
          recipient: 'a@example.com',
          subject: 's',
          body_text: 't',
        })),
      )
      .execute()
    await notify(tx, 'work', 'outgoing_mail')
  })
}

const countSent = async () =>
  (await scene.query<{ n: number }>(`select count(*)::int as n from outgoing_mail where status = 'sent'`))[0]
    ?.n

test('two workers share the rows, and each row is worked on once', async () => {
  const seen: string[] = []
  const by = new Set<string>()
  for (const name of ['one', 'two']) {
    startWorker(name, async (row) => {
      seen.push(row.id)
      by.add(name)
      await systemClock.delay(20)
      await finish(row)
    })
  }
  await allListen()
  await addRows(60)
  await vi.waitFor(async () => expect(await countSent()).toBe(60), until)
  expect(new Set(seen).size).toBe(60)
  expect(seen).toHaveLength(60)
  expect([...by].toSorted()).toEqual(['one', 'two'])
})

test('a NOTIFY starts the work, without waiting for the next look', async () => {
  const neverLooks: Clock = { ...systemClock, after: () => () => {} }
  startWorker('one', undefined, { clock: neverLooks })
  await allListen()
  await addRows(1)
  await vi.waitFor(async () => expect(await countSent()).toBe(1), until)
})

test("a killed worker's row is taken over when its lease ends, and not before", async () => {
  await addRows(1)
  const killedAt = performance.now()
  // A worker that claimed and is no more: nobody renews.
  const taken = await claimRows(scene.database.worker, {
    table: 'outgoing_mail',
    workerId: 'killed',
    leaseMs: 1_500,
    limit: 10,
  })
  expect(taken).toHaveLength(1)
  const attempts: number[] = []
  startWorker('heir', async (row) => {
    attempts.push(row.attempt)
    await finish(row)
  })
  await vi.waitFor(async () => expect(await countSent()).toBe(1), until)
  expect(performance.now() - killedAt).toBeGreaterThan(1_000)
  expect(attempts).toEqual([2])
})

test('work that lasts longer than a lease keeps its row by renewing', async () => {
  const started: string[] = []
  for (const name of ['one', 'two']) {
    startWorker(
      name,
      async (row) => {
        started.push(name)
        // So long that the lease of the claim has passed; a machine that stands still for a second is no lost lease.
        await systemClock.delay(3_000)
        await finish(row)
      },
      { leaseMs: 2_000 },
    )
  }
  await addRows(1)
  await vi.waitFor(async () => expect(await countSent()).toBe(1), until)
  expect(started).toHaveLength(1)
})

test('a worker whose row was taken away aborts its work', async () => {
  await addRows(1)
  let aborted = false
  startWorker(
    'slow',
    (row, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true
          resolve()
        })
        void scene.query(`update outgoing_mail set worker = 'other' where id = $1`, [row.id])
      }),
    { leaseMs: 600 },
  )
  await vi.waitFor(() => expect(aborted).toBe(true), until)
})

test('a node that can renew nothing stops its work when the lease has passed, and finishes nothing after it claimed anew', async () => {
  const never: Clock = {
    ...systemClock,
    delay: (_, options) =>
      new Promise((_resolve, reject) => options?.signal?.addEventListener('abort', reject)),
  }
  const claims: ClaimedRow[] = []
  let finishSecond = () => {}
  const secondMay = new Promise<void>((resolve) => {
    finishSecond = resolve
  })
  startWorker(
    'one',
    async (row, signal) => {
      claims.push(row)
      if (claims.length > 1) {
        await secondMay
        return finish(row)
      }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await vi.waitFor(() => expect(claims.length).toBeGreaterThan(1), until)
      // Left over from the first claim, on the same node.
      await finish(row)
      expect(await countSent()).toBe(0)
      finishSecond()
    },
    { leaseMs: 1_000, clock: never },
  )
  await addRows(1)
  await vi.waitFor(async () => expect(await countSent()).toBe(1), until)
  const [first, ...later] = claims
  expect(first?.attempt).toBe(1)
  expect(later.map(({ attempt }) => attempt)).not.toContain(1)
  expect(new Set(claims.map(({ worker }) => worker)).size).toBe(claims.length)
})

test('a row whose work throws is tried again later', async () => {
  const attempts: number[] = []
  startWorker('one', async (row) => {
    attempts.push(row.attempt)
    if (attempts.length === 1) throw new Error('a defect')
    await finish(row)
  })
  await addRows(1)
  await vi.waitFor(async () => expect(await countSent()).toBe(1), until)
  expect(attempts).toEqual([1, 2])
})

test('rows that are not due, or finished, are left alone', async () => {
  await addRows(2)
  await scene.query(`update outgoing_mail set next_at = now() + interval '1 hour' where id =
    (select id from outgoing_mail limit 1)`)
  await scene.query(`update outgoing_mail set status = 'failed' where next_at <= now()`)
  const claimed = await claimRows(scene.database.worker, {
    table: 'outgoing_mail',
    workerId: 'one',
    leaseMs: 1_000,
    limit: 10,
  })
  expect(claimed).toEqual([])
})
