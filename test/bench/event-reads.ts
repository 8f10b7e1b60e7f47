import { CameraTimeline, EventPage } from '@sightline/protocol'
import { z } from 'zod'
import { ApiClient } from '../harness/api-client.js'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { ListService, owner } from './event-list/list-service.js'
import { monotonicMs } from './measure/monotonic.js'
import { percentile } from './measure/statistics.js'
import { figure } from './table.js'

const events = 1_000_000
/** One of them is deleted: the other has an event each 50 seconds. */
const cameras = 2
const timelineEvents = 2_000
const timelineMs = (timelineEvents + 1) * 50_000
const asks = ({ quick }: Bench) => (quick ? 50 : 200)

const Followed = z.object({ next_updated_since: z.string() })

/** Row 37: single reads of an organisation with a million events, one after the other. */
export const eventReads: BenchRow = {
  number: 37,
  title: 'reads at 1,000,000 events',
  async measure(bench): Promise<Outcome> {
    bench.say(`starting the cloud, filling in ${events.toLocaleString('en-US')} events (a minute or so)`)
    await using service = await ListService.start(bench.folder, 'reads', events, cameras)
    const api = new ApiClient(service.origin)
    await api.login(owner.email, owner.password)
    const newest = EventPage.parse(await read(api, '/api/v1/events?limit=100')).data
    const camera = newest.find(({ camera_name: name }) => name !== '')?.camera_id
    const from = new Date(Date.now() - timelineMs).toISOString()
    const timeline = `/api/v1/cameras/${camera}/timeline?from=${from}&to=${new Date().toISOString()}`
    const shown = CameraTimeline.parse(await read(api, timeline)).events.length
    const { next_updated_since: token } = Followed.parse(
      await read(api, '/api/v1/events?limit=100&updated_since=start'),
    )
    const whys = newest.map(({ id }) => `/api/v1/events/${id}/why`)
    bench.say(`${asks(bench)} requests of each`)
    const findings = [
      await timed(api, bench, { what: '`why` of an event', paths: whys, goalMs: 20 }),
      await timed(api, bench, { what: `timeline of ${shown} events`, paths: [timeline], goalMs: 20 }),
      await timed(api, bench, {
        what: '`updated_since` at the newest token',
        paths: [`/api/v1/events?limit=100&updated_since=${token}`],
        goalMs: 3,
      }),
    ]
    return { kind: 'measured', findings, notes: [about], postgres: service.postgres }
  },
}

const about =
  'row 37: from the request on loopback to its whole answer, one after the other; the goal is of the median'

interface Read {
  readonly what: string
  /** Asked in turn. */
  readonly paths: readonly string[]
  readonly goalMs: number
}

async function timed(api: ApiClient, bench: Bench, { what, paths, goalMs }: Read): Promise<Finding> {
  const tookMs: number[] = []
  const headers = { authorization: `Bearer ${api.token}` }
  for (let index = -10; index < asks(bench); index += 1) {
    const path = paths[Math.abs(index) % paths.length] ?? ''
    const began = monotonicMs()
    // Not parsed: what a reader makes of it is no part of the answer.
    const { status } = await api.download(path, headers)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    if (index >= 0) tookMs.push(monotonicMs() - began)
  }
  const p50 = percentile(tookMs, 50)
  return {
    metric: `reads at 1,000,000 events, ${what}`,
    product: `p50 ${figure(p50)} ms, p99 ${figure(percentile(tookMs, 99))} ms`,
    reference: 'none',
    ratio: '',
    goal: `at most ${goalMs} ms`,
    holds: p50 <= goalMs,
  }
}

/** @throws Error for anything but 200 */
async function read(api: ApiClient, path: string): Promise<unknown> {
  const { status, body } = await api.get(path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}
