import { z } from 'zod'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { inTurn } from './measure/in-turn.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { figure, withSpread } from './table.js'
import { type Delays, delaysOf } from './webhooks/delays.js'
import { type Committed, Gateways } from './webhooks/gateways.js'
import { WebhookScene } from './webhooks/webhook-scene.js'

const perSec = 100
const goals = { p50Ms: 0.6, p99Ms: 0.4 }
const events = ({ quick }: Bench) => (quick ? 400 : 1_000)

/** Row 10: from an event's COMMIT until its webhook reaches the receiver. */
export const webhookLatency: BenchRow = {
  number: 10,
  title: 'event committed to webhook received, 100/s',
  async measure(bench): Promise<Outcome> {
    bench.say('starting the cloud, a receiver, gateways and a job queue')
    await using scene = await WebhookScene.start(bench.folder)
    await scene.addWebhook('/timed')
    await using gateways = await Gateways.connect(scene.service, events(bench))
    const ours = () => gateways.report(perSec, events(bench))
    await turn(scene, () => gateways.report(perSec, 200))
    const { body } = await scene.receiver.genuineSample(scene.secrets)
    await using queue = await startQueue(scene, body)
    const theirs = () => queue.ask({ kind: 'events', perSec, count: events(bench) }, Commits)
    await turn(scene, () => queue.ask({ kind: 'events', perSec, count: 200 }, Commits))
    const { product, reference } = await inTurn(
      bench.pairs,
      { product: () => turn(scene, ours), reference: () => turn(scene, theirs) },
      (pair) => bench.say(`pair ${pair}: ${events(bench)} events each side`),
    )
    const findings = (['p50Ms', 'p99Ms'] as const).map((name) =>
      findingOf(this.title, name, product, reference),
    )
    return { kind: 'measured', findings, notes, postgres: scene.service.postgres }
  },
}

const notes = [
  'row 10: timed from the confirmation that the gateway has after COMMIT; every event of every turn was received. ' +
    'That none is lost under kill -9 is proved by test/scenarios/kill-cloud.test.ts',
]

const Commits = z.array(z.object({ eventId: z.string(), atMs: z.number() }))

async function startQueue({ service, receiver }: WebhookScene, body: string): Promise<BenchProgram> {
  const queue = new BenchProgram('../webhook-latency/job-queue')
  const { event_id: eventId } = z
    .object({ data: z.object({ event_id: z.string() }) })
    .parse(JSON.parse(body)).data
  await queue.ask(
    {
      kind: 'start',
      databaseUrl: service.databaseUrl,
      url: `${receiver.url}/timed`,
      ca: receiver.certificate.cert,
      body: body.replaceAll(eventId, 'EVENT_ID'),
    },
    z.unknown(),
  )
  return queue
}

/** Commits events and waits until each has come. */
async function turn(scene: WebhookScene, commit: () => Promise<Committed[]>): Promise<Delays> {
  await scene.rest()
  return delaysOf(scene.receiver, await commit())
}

function findingOf(
  title: string,
  name: 'p50Ms' | 'p99Ms',
  product: readonly Delays[],
  reference: readonly Delays[],
): Finding {
  const [ours, theirs] = [product.map((side) => side[name]), reference.map((side) => side[name])]
  const ratio = median(ratiosOf(ours, theirs))
  return {
    metric: `${title}, ${name === 'p50Ms' ? 'p50' : 'p99'}`,
    product: withSpread(summaryOf(ours), 'ms'),
    reference: `${withSpread(summaryOf(theirs), 'ms')} (graphile-worker, a job per delivery)`,
    ratio: figure(ratio),
    goal: `at most ${goals[name]}`,
    holds: ratio <= goals[name],
  }
}
