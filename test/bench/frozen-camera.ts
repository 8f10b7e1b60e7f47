import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchRow, Finding, Outcome } from './bench-row.js'
import { monotonicMs } from './measure/monotonic.js'
import { percentile } from './measure/statistics.js'
import { BenchSite, type SiteBenchCamera } from './site/bench-site.js'
import { figure } from './table.js'

const shortGop = { gopSec: 1, count: 4 }
const longGop = { gopSec: 20, count: 2 }
const goalSec = { off: (gopSec: number) => Math.max(15, 2 * gopSec), on: 15 }
/** How long cameras stay away once they are off line, s: the longer, the rarer the attempts. */
const awaySec = { full: 40, quick: 10 }
const limitMs = 120_000

/** Row 22: how soon the cloud shows that a camera sends nothing any more, and that it is back. */
export const frozenCamera: BenchRow = {
  number: 22,
  title: 'frozen camera shown off line and on line again',
  async measure(bench): Promise<Outcome> {
    await using site = await BenchSite.start(bench)
    const start = ({ gopSec, count }: typeof shortGop) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => {
          const name = `GOP ${gopSec} s, ${index + 1}`
          return site.addCamera({ name, onvif: false, timetable: 'rest', picture: { gopSec } })
        }),
      )
    const [short, long] = [await start(shortGop), await start(longGop)]
    const all = [...short, ...long]
    await site.untilStatus(all, 'online', limitMs)
    bench.say('waiting for two keyframes of each')
    await Promise.all(all.map(({ fake }) => fake.until('two keyframes', twoKeyframes, limitMs)))
    const off: Sample[] = []
    const on: Record<Absence, Sample[]> = { frozen: [], 'without power': [] }
    const away = () => sleep((bench.quick ? awaySec.quick : awaySec.full) * 1000)
    const back = async (why: Absence, bringBack: (camera: SiteBenchCamera) => Promise<void>) => {
      const backAt = monotonicMs()
      await Promise.all(all.map(bringBack))
      on[why].push(...samplesOf(all, backAt, await site.untilStatus(all, 'online', limitMs)))
    }
    for (let pair = 1; pair <= bench.pairs; pair += 1) {
      bench.say(`round ${pair}: frozen`)
      const frozenAt = monotonicMs()
      for (const { fake } of all) fake.faults.freeze()
      off.push(...samplesOf(all, frozenAt, await site.untilStatus(all, 'offline', limitMs)))
      await away()
      await back('frozen', async ({ fake }) => fake.faults.thaw())
      bench.say(`round ${pair}: without power`)
      await Promise.all(all.map(({ fake }) => fake.faults.refuseConnections()))
      await site.untilStatus(all, 'offline', limitMs)
      await away()
      await back('without power', ({ fake }) => fake.faults.comeBack())
      // Two keyframes of the new connection tell the length of a GOP again.
      await sleep(2 * longGop.gopSec * 1000)
    }
    const findings = [shortGop, longGop].flatMap(({ gopSec }) => [
      finding(`frozen camera shown off line, GOP of ${gopSec} s`, of(off, gopSec), goalSec.off(gopSec)),
      ...absences.map((why) =>
        finding(
          `camera that was ${why} shown on line after its return, GOP of ${gopSec} s`,
          of(on[why], gopSec),
          goalSec.on,
        ),
      ),
    ])
    const notes = [
      `row 22: a camera is on line with its first keyframe, which one that was frozen sends up to a GOP after its return`,
    ]
    return { kind: 'measured', findings, notes }
  },
}

const absences = ['frozen', 'without power'] as const
type Absence = (typeof absences)[number]

interface Sample {
  readonly gopSec: number
  readonly sec: number
}

const of = (samples: readonly Sample[], gopSec: number) => samples.filter((one) => one.gopSec === gopSec)

const samplesOf = (cameras: readonly SiteBenchCamera[], sinceMs: number, atMs: readonly number[]) =>
  cameras.map(({ fake }, index) => ({
    gopSec: fake.options.picture.gopSec,
    sec: ((atMs[index] ?? Number.NaN) - sinceMs) / 1000,
  }))

const twoKeyframes = ({ frames }: { readonly frames: readonly { readonly keyframe: boolean }[] }) =>
  frames.filter(({ keyframe }) => keyframe).length >= 2

function finding(metric: string, measured: readonly Sample[], within: number): Finding {
  const seconds = measured.map(({ sec }) => sec)
  const latest = Math.max(...seconds)
  return {
    metric,
    product: `p50 ${figure(percentile(seconds, 50))} s, latest ${figure(latest)} s of ${seconds.length}`,
    reference: 'none',
    ratio: '',
    goal: `within ${within} s`,
    holds: latest <= within,
  }
}
