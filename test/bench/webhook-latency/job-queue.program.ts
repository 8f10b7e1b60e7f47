import { randomUUID } from 'node:crypto'
import { Logger, makeWorkerUtils, type Runner, run } from 'graphile-worker'
import pg from 'pg'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { monotonicMs } from '../measure/monotonic.js'
import { paced } from '../measure/paced.js'
import { serve } from '../programs/serve.js'

// What a service would do that hands its deliveries to a job queue in the same PostgreSQL: an event and its job in one
// statement, and a worker that posts. Ten jobs at once, as many as a webhook of ours has under way.

const Question = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    databaseUrl: z.string(),
    url: z.string(),
    ca: z.string(),
    body: z.string(),
  }),
  z.object({ kind: z.literal('events'), perSec: z.number(), count: z.number().int() }),
])

const Job = z.object({ eventId: z.string() })
const jobsAtOnce = 10

let pool: pg.Pool
let runner: Runner | null = null
let agent: Agent

const silent = new Logger(() => () => undefined)

async function start({
  databaseUrl,
  url,
  ca,
  body,
}: {
  databaseUrl: string
  url: string
  ca: string
  body: string
}) {
  pool = new pg.Pool({ connectionString: databaseUrl, max: 10 + jobsAtOnce })
  pool.on('error', () => undefined)
  agent = new Agent({ connect: { ca }, pipelining: 1 })
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silent })
  await utils.migrate()
  await utils.release()
  await pool.query('create table if not exists bench_events (id uuid primary key, body jsonb not null)')
  runner = await run({
    pgPool: pool,
    logger: silent,
    concurrency: jobsAtOnce,
    noHandleSignals: true,
    taskList: {
      deliver: async (payload) => {
        const { eventId } = Job.parse(payload)
        const text = body.replaceAll('EVENT_ID', eventId)
        const headers = { 'content-type': 'application/json' }
        const answer = await request(url, { method: 'POST', headers, body: text, dispatcher: agent })
        await answer.body.dump()
        if (answer.statusCode !== 204) throw new Error(`the receiver answered ${answer.statusCode}`)
      },
    },
  })
}

const commit = `
  with event as (insert into bench_events (id, body) values ($1::uuid, $2::jsonb) returning id)
  select graphile_worker.add_job('deliver', json_build_object('eventId', event.id)) from event`

async function events(pace: { perSec: number; count: number }) {
  const committed: { eventId: string; atMs: number }[] = []
  await paced(pace, async () => {
    const eventId = randomUUID()
    await pool.query({ name: 'commit', text: commit, values: [eventId, { IsMotion: true }] })
    committed.push({ eventId, atMs: monotonicMs() })
  })
  return committed
}

serve(
  Question,
  async (question) => (question.kind === 'start' ? start(question) : events(question)),
  async () => {
    await runner?.stop()
    await pool?.end()
    await agent?.destroy()
  },
)
