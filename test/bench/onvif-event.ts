import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../harness/until.js'
import type { BenchRow, Outcome } from './bench-row.js'
import { monotonicMs } from './measure/monotonic.js'
import { percentile } from './measure/statistics.js'
import { BenchSite, type SiteBenchCamera } from './site/bench-site.js'
import { figure } from './table.js'

const cameraCount = 4
const goalSec = 1
/** One camera after the other, so that each message finds a gateway at rest. */
const apartMs = 700
const limitMs = 30_000

/** As long as a clip has to be. */
const settings = { recording_duration_sec: 5, pre_event_buffer_sec: 1, post_event_buffer_sec: 0 }

/** Row 23: from the message of a camera until the cloud shows its event. */
export const onvifEvent: BenchRow = {
  number: 23,
  title: 'ONVIF event in the cloud after the message of its camera',
  async measure(bench): Promise<Outcome> {
    await using site = await BenchSite.start(bench)
    const cameras: SiteBenchCamera[] = []
    for (let index = 0; index < cameraCount; index += 1) {
      const name = `Camera ${index + 1}`
      const onvifEvents = { tellsMotion: false, listing: 'none' } as const
      cameras.push(await site.addCamera({ name, timetable: 'rest', onvifEvents }, settings))
    }
    await site.untilStatus(cameras, 'online', 60_000)
    const asksForMessages = ({ fake }: SiteBenchCamera) =>
      (fake.counters.onvifRequests['PullMessages'] ?? 0) > 1
    await until('the gateway is subscribed everywhere', () => cameras.every(asksForMessages))
    await sleep(settlingMs)
    const known = new Set<string>()
    const seconds: number[] = []
    for (let pair = 1; pair <= bench.pairs; pair += 1) {
      bench.say(`pair ${pair}: ${cameraCount} messages`)
      const told = await Promise.all(
        cameras.map(async (camera, index) => {
          await sleep(index * apartMs)
          const saidAt = monotonicMs()
          say(camera, 'true')
          const [one] = await site.untilEvents([camera], known, limitMs)
          say(camera, 'false')
          return ((one?.seenAt ?? Number.NaN) - saidAt) / 1000
        }),
      )
      seconds.push(...told)
      await site.untilRecorded()
    }
    const latest = Math.max(...seconds)
    const finding = {
      metric: this.title,
      product: `p50 ${figure(percentile(seconds, 50))} s, latest ${figure(latest)} s of ${seconds.length}`,
      reference: 'none',
      ratio: '',
      goal: `within ${goalSec} s`,
      holds: latest <= goalSec,
    }
    return { kind: 'measured', findings: [finding], notes: [] }
  },
}

/** What a camera lists as the present state right after a subscription is no event. */
const settlingMs = 3000

function say({ fake }: SiteBenchCamera, isMotion: 'true' | 'false'): void {
  fake.events?.raise({
    topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
    operation: 'Changed',
    source: { Rule: 'Bench' },
    data: { IsMotion: isMotion },
  })
}
