import { z } from 'zod'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { inTurn } from './measure/in-turn.js'
import { median, ratiosOf, summaryOf } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { figure, withSpread } from './table.js'
import { deliverBacklog, webhooksFor } from './webhook-throughput/backlog.js'
import { besideDeadEndpoint } from './webhook-throughput/dead-endpoint.js'
import type { Delays } from './webhooks/delays.js'
import { WebhookScene } from './webhooks/webhook-scene.js'

const inFlight = 50
const goals = { throughput: 0.5, dead: 1.05 }
const events = ({ quick }: Bench) => (quick ? 250 : 750)
const seconds = ({ quick }: Bench) => (quick ? 2 : 5)
/** Deliveries of the warm-up, whose pace tells how many fill a turn. */
const warmUp = 1_000

/** Row 11: how many webhooks are delivered a second, and what an endpoint that never answers costs the others. */
export const webhookThroughput: BenchRow = {
  number: 11,
  title: 'webhook deliveries, durable, signed, logged',
  async measure(bench): Promise<Outcome> {
    bench.say('starting the cloud, a receiver and gateways')
    await using scene = await WebhookScene.start(bench.folder)
    const besideDead = await besideDeadEndpoint(scene, {
      pairs: bench.pairs,
      events: events(bench),
      told: (pair) => bench.say(`pair ${pair}: ${events(bench)} events with a dead endpoint, and without`),
    })
    const { finding, cpuMs } = await throughput(bench, scene, this.title)
    const findings = [finding, deadFinding(besideDead)]
    const notes = [`${about}; Node's own processor time a delivery ${figure(cpuMs)} ms`]
    return { kind: 'measured', findings, notes, postgres: scene.service.postgres }
  },
}

const about =
  'row 11: both sides over TLS to one receiver; ours from five webhooks of two organisations, each delivery read, ' +
  "signed, sent, and its attempt written with the delivery's end in one transaction"

async function throughput(bench: Bench, scene: WebhookScene, title: string) {
  const webhooks = await webhooksFor(scene, inFlight)
  const { perSec } = await deliverBacklog(scene.service, webhooks, warmUp)
  const sample = await scene.receiver.genuineSample(scene.secrets)
  const count = Math.max(warmUp, Math.round(perSec * seconds(bench)))
  await using bare = new BenchProgram('../webhook-throughput/bare-requests')
  const question = {
    url: `${scene.receiver.url}/plain`,
    ca: scene.receiver.certificate.cert,
    inFlight,
    ...sample,
  }
  const theirs = async () => {
    const { perSec: done } = await bare.ask(
      { ...question, seconds: seconds(bench) },
      z.object({ perSec: z.number() }),
    )
    return done
  }
  await theirs()
  const { product, reference } = await inTurn(
    bench.pairs,
    { product: () => deliverBacklog(scene.service, webhooks, count), reference: theirs },
    (pair) => bench.say(`pair ${pair}: ${count} deliveries, and bare requests for ${seconds(bench)} s`),
  )
  const perSecs = product.map((one) => one.perSec)
  const ratio = median(ratiosOf(perSecs, reference))
  const finding: Finding = {
    metric: title,
    product: withSpread(summaryOf(perSecs), '/s'),
    reference: `${withSpread(summaryOf(reference), '/s')} (bare undici, ${inFlight} in flight)`,
    ratio: figure(ratio),
    goal: `at least ${goals.throughput}`,
    holds: ratio >= goals.throughput,
  }
  return { finding, cpuMs: median(product.map(({ cpuMs }) => cpuMs)) }
}

function deadFinding({
  product,
  reference,
}: {
  product: readonly Delays[]
  reference: readonly Delays[]
}): Finding {
  const [ours, theirs] = [product.map(({ p99Ms }) => p99Ms), reference.map(({ p99Ms }) => p99Ms)]
  const ratio = median(ratiosOf(ours, theirs))
  return {
    metric: 'event committed to webhook received beside a dead endpoint, 50/s, p99',
    product: withSpread(summaryOf(ours), 'ms'),
    reference: `${withSpread(summaryOf(theirs), 'ms')} (without the dead endpoint)`,
    ratio: figure(ratio),
    goal: `at most ${goals.dead}`,
    holds: ratio <= goals.dead,
  }
}
