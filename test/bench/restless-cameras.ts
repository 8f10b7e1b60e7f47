import { setTimeout as sleep } from 'node:timers/promises'
import { Event } from '@sightline/protocol'
import { SUB_PICTURE } from '../fakes/camera/index.js'
import { until } from '../harness/until.js'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { monotonicMs } from './measure/monotonic.js'
import { percentile } from './measure/statistics.js'
import { must } from './service/bench-service.js'
import { BenchSite, type SiteBenchCamera } from './site/bench-site.js'
import { movementBeganAtMs } from './site/movement-began.js'
import { figure } from './table.js'

/** A second stream, as fifty cameras of a site are watched by. */
const picture = { ...SUB_PICTURE, fps: 10, gopSec: 2, loopSec: 40 }
const kinds = [
  { name: 'at rest before', picture },
  { name: 'restless before: sizes say nothing', picture: { ...picture, grain: 14, bitrateKbps: 400 } },
] as const
const cameraCount = 50
const addedAtOnce = 5
const goalSec = 10
const preSec = 3
const movementSec = 6
/** The scene is learned, and what was told of the movement before is over. */
const restSec = 20
const limitMs = 120_000
/** What is seen later than that has lost its past: rings keep 30 s at most while a look is late. */
const toldWithinMs = 45_000
const askEveryMs = 50
/** A clip begins with a keyframe, and times are given in whole milliseconds. */
const toleranceMs = 50

const settings = {
  recording_duration_sec: 5,
  pre_event_buffer_sec: preSec,
  post_event_buffer_sec: 0,
}

/** Row 38: all cameras of an agent move at once, and one decoder looks at all of them. */
export const restlessCameras: BenchRow = {
  number: 38,
  title: `${cameraCount} cameras move at once, one decoder`,
  async measure(bench): Promise<Outcome> {
    if (bench.ffmpeg === null) return { kind: 'skipped', reason: 'there is no ffmpeg to decode with' }
    const findings: Finding[] = []
    for (const kind of kinds) {
      await using site = await BenchSite.start(bench)
      const turns = bench.quick ? 1 : bench.pairs
      const seen = await measureKind(site, kind, { turns, say: bench.say })
      findings.push(...findingsOf(`${this.title}, ${kind.name}`, seen, turns * cameraCount))
    }
    return { kind: 'measured', findings, notes: [] }
  },
}

interface Seen {
  /** From the first picture that shows a movement until the cloud lists the event, s. */
  readonly delaySec: number
  /** How much of the pre-roll the clip lacks, s. */
  readonly lacksSec: number
}

function findingsOf(metric: string, seen: readonly Seen[], movements: number): Finding[] {
  const delays = seen.map(({ delaySec }) => delaySec)
  const lacks = seen.map(({ lacksSec }) => lacksSec)
  const none = { reference: 'none', ratio: '' }
  return [
    {
      metric: `${metric}, event in the cloud`,
      product: `p50 ${figure(percentile(delays, 50))} s, latest ${figure(Math.max(...delays))} s; ${movements - delays.length} of ${movements} not told`,
      ...none,
      goal: `all within ${goalSec} s`,
      holds: delays.length === movements && Math.max(...delays) <= goalSec,
    },
    {
      metric: `${metric}, pre-roll of ${preSec} s before the movement`,
      product: `missing of ${lacks.filter((sec) => sec > 0).length} of ${lacks.length}, ${figure(Math.max(...lacks))} s at most`,
      ...none,
      goal: 'of none',
      holds: lacks.every((sec) => sec === 0),
    },
  ]
}

async function measureKind(
  site: BenchSite,
  kind: (typeof kinds)[number],
  { turns, say }: { readonly turns: number; readonly say: Bench['say'] },
): Promise<Seen[]> {
  const cameras: SiteBenchCamera[] = []
  while (cameras.length < cameraCount) {
    const some = Array.from({ length: addedAtOnce }, (_, index) => `Camera ${cameras.length + index + 1}`)
    const add = (name: string) =>
      site.addCamera(
        { name, onvif: false, subPicture: null, timetable: 'rest', picture: kind.picture },
        settings,
      )
    cameras.push(...(await Promise.all(some.map(add))))
  }
  await site.untilStatus(cameras, 'online', limitMs)
  const isWatching = async ({ id }: SiteBenchCamera) => (await site.motionState(id)) === 'watching'
  await until(
    'the pictures are watched',
    async () => (await Promise.all(cameras.map(isWatching))).every(Boolean),
    limitMs,
  )
  const seen: Seen[] = []
  for (let turn = 1; turn <= turns; turn += 1) {
    say(`${kind.name}, movement ${turn}`)
    await sleep(restSec * 1000)
    const known = new Set((await site.events()).map(({ id }) => id))
    const askedAtMs = Date.now()
    for (const camera of cameras) camera.fake.move(movementSec)
    const found = await eventsWithin(site, cameras, known)
    await site.untilRecorded(limitMs)
    for (const [camera, { id, seenAt }] of found) {
      const beganAtMs = movementBeganAtMs(camera, askedAtMs)
      const seenAtMs = Date.now() - (monotonicMs() - seenAt)
      const { clip_start_at: startAt } = await must(site.service.org.api.get(`/api/v1/events/${id}`), Event)
      if (startAt === null) throw new Error(`event ${id} has no clip`)
      const lateMs = Date.parse(startAt) - (beganAtMs - preSec * 1000)
      seen.push({
        delaySec: (seenAtMs - beganAtMs) / 1000,
        lacksSec: lateMs > toleranceMs ? lateMs / 1000 : 0,
      })
    }
  }
  return seen
}

/** The first event of each camera that is not known, as far as there is one in time, and when it was there. */
async function eventsWithin(
  site: BenchSite,
  cameras: readonly SiteBenchCamera[],
  known: ReadonlySet<string>,
): Promise<Map<SiteBenchCamera, { readonly id: string; readonly seenAt: number }>> {
  const found = new Map<SiteBenchCamera, { readonly id: string; readonly seenAt: number }>()
  const giveUpAt = monotonicMs() + toldWithinMs
  while (found.size < cameras.length && monotonicMs() < giveUpAt) {
    const events = await site.events()
    const seenAt = monotonicMs()
    for (const camera of cameras) {
      const event = events.findLast((one) => one.camera_id === camera.id && !known.has(one.id))
      if (event !== undefined && !found.has(camera)) found.set(camera, { id: event.id, seenAt })
    }
    await sleep(askEveryMs)
  }
  return found
}
