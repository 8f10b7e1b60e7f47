import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { BENCH_PICTURE, QUIET_PICTURE } from '../fakes/camera/index.js'
import { until } from '../harness/until.js'
import type { Bench, BenchRow, Finding, Outcome } from './bench-row.js'
import { monotonicMs } from './measure/monotonic.js'
import { percentile } from './measure/statistics.js'
import { BenchSite, type SiteBenchCamera } from './site/bench-site.js'
import { movementBeganAtMs } from './site/movement-began.js'
import { figure } from './table.js'

/** In a long GOP the movement begins in its midst, where all pictures since the keyframe have to be decoded. */
const kinds = [
  { gopSec: 1, stillSec: 0, picture: QUIET_PICTURE, name: 'GOP of 1 s' },
  { gopSec: 4, stillSec: 2, picture: QUIET_PICTURE, name: 'GOP of 4 s' },
  { gopSec: 4, stillSec: 2, picture: BENCH_PICTURE, name: 'GOP of 4 s, grain at 4 Mbit/s' },
  { gopSec: 20, stillSec: 10, picture: QUIET_PICTURE, name: 'GOP of 20 s' },
] as const
const camerasPerKind = 2
const goalSec = 1.5
/** Up to this the goal holds without the decode. */
const longestGopSec = 4
const limitMs = 90_000
const shortestMovementSec = 4
/** Both GOPs of the loop are of this length, and there have to be two. */
const loopSec = 40
/** The scene is learned, and what was told of the movement before is over. */
const restSec = 15

const settings = { recording_duration_sec: 5, pre_event_buffer_sec: 1, post_event_buffer_sec: 0 }

/** Row 24: from the first picture that shows a movement until the cloud shows the event. */
export const motionDelay: BenchRow = {
  number: 24,
  title: 'motion event in the cloud after the movement began, 1080p25',
  async measure(bench): Promise<Outcome> {
    if (bench.ffmpeg === null) return { kind: 'skipped', reason: 'there is no ffmpeg to decode with' }
    await using site = await BenchSite.start(bench, { LOG_LEVEL: 'debug' })
    const findings: Finding[] = []
    const notes: string[] = []
    for (const kind of kinds) {
      const { delays, looksMs } = await measureKind(site, bench, kind)
      const latest = Math.max(...delays)
      const decodeSec = kind.gopSec <= longestGopSec ? 0 : Math.max(...looksMs) / 1000
      const within = goalSec + decodeSec
      findings.push({
        metric: `${this.title}, ${kind.name}`,
        product: `p50 ${figure(percentile(delays, 50))} s, latest ${figure(latest)} s of ${delays.length}`,
        reference: 'none',
        ratio: '',
        goal: `within ${goalSec} s${decodeSec === 0 ? '' : ` and the decode, ${figure(decodeSec)} s`}`,
        holds: latest <= within,
      })
      const looks = `median ${figure(percentile(looksMs, 50))}, most ${figure(Math.max(...looksMs))} ms`
      notes.push(`row 24, ${kind.name}: decoding and comparing for the looks that found it took ${looks}`)
    }
    return { kind: 'measured', findings, notes }
  },
}

async function measureKind(site: BenchSite, bench: Bench, kind: (typeof kinds)[number]) {
  const { gopSec, stillSec, name: title } = kind
  const picture = { ...kind.picture, gopSec, stillSec, loopSec }
  const cameras: SiteBenchCamera[] = []
  for (let index = 0; index < camerasPerKind; index += 1) {
    const name = `${title}, ${index + 1}`
    cameras.push(await site.addCamera({ name, onvif: false, timetable: 'rest', picture }, settings))
  }
  await site.untilStatus(cameras, 'online', limitMs)
  const isWatching = async ({ id }: SiteBenchCamera) => (await site.motionState(id)) === 'watching'
  await until(
    'the pictures are watched',
    async () => (await Promise.all(cameras.map(isWatching))).every(Boolean),
    limitMs,
  )
  const known = new Set((await site.events()).map(({ id }) => id))
  const delays: number[] = []
  const looksMs: number[] = []
  for (let pair = 1; pair <= bench.pairs; pair += 1) {
    bench.say(`${title}, movement ${pair}`)
    // Not both at the same time: they share one decoder.
    for (const camera of cameras) {
      await sleep(restSec * 1000)
      if ((await site.events()).some(({ id }) => !known.has(id)))
        throw new Error('an event was told of a picture in which nothing moves')
      const askedAtMs = Date.now()
      camera.fake.move(Math.max(gopSec, shortestMovementSec))
      const [one] = await site.untilEvents([camera], known, limitMs)
      const seenAtMs = Date.now() - (monotonicMs() - (one?.seenAt ?? Number.NaN))
      delays.push((seenAtMs - movementBeganAtMs(camera, askedAtMs)) / 1000)
      looksMs.push(lookMs(site.agent.log, camera.id))
      await until('it is over', () => camera.fake.counters.frames.at(-1)?.moving === false, limitMs)
      await site.untilRecorded()
    }
  }
  for (const camera of cameras) await site.removeCamera(camera)
  return { delays, looksMs }
}

/** What the look that found the movement of this camera took, ms, as the agent's log says. */
function lookMs(log: string, cameraId: string): number {
  const line = log
    .split('\n')
    .findLast((one) => one.includes('motion.checked') && one.includes(cameraId) && one.includes('"movement"'))
  if (line === undefined) throw new Error('the log tells of no look that found a movement')
  return Look.parse(JSON.parse(line)).ms
}

const Look = z.object({ ms: z.number() })
