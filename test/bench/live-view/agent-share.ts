import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Finding } from '../bench-row.js'
import { ownProcessorShare } from '../measure/processor-share.js'
import { median, ratiosOf, summaryOf } from '../measure/statistics.js'
import { figure, withSpread } from '../table.js'
import type { Viewers } from './viewers.js'
import type { WatchedCamera } from './watched-camera.js'

const many = 20
/** Percent of a core for a stream. */
const goal = 1
const settleSec = 5
const windowSec = ({ quick }: Bench) => (quick ? 10 : 25)

/** What a watched stream costs the agent, with one viewer and with many. */
export async function measureAgent(
  bench: Bench,
  { camera, viewers }: { camera: WatchedCamera; viewers: Viewers },
): Promise<readonly Finding[]> {
  const agent = camera.site.agent.pid
  const share = () => ownProcessorShare([agent], windowSec(bench))
  const watchedBy = async (count: number): Promise<number> => {
    await viewers.open(camera.watched, count)
    await sleep(settleSec * 1000)
    const taken = await share()
    await viewers.close()
    return taken
  }
  const [one, all]: [number[], number[]] = [[], []]
  for (let pair = 1; pair <= bench.pairs; pair += 1) {
    await camera.untilUnwatched()
    const idle = await share()
    const [byOne, byMany] = [await watchedBy(1), await watchedBy(many)]
    bench.say(
      `pair ${pair}: the agent took ${figure(idle)} %, with a viewer ${figure(byOne)} %, with ${many} ${figure(byMany)} %`,
    )
    one.push(byOne - idle)
    all.push(byMany - idle)
  }
  return [
    {
      metric: `live view, agent's CPU per watched stream, ${many} viewers`,
      product: withSpread(summaryOf(all), '% of a core'),
      reference: `${withSpread(summaryOf(one), '%')} (one viewer)`,
      ratio: figure(median(ratiosOf(all, one))),
      goal: `at most ${goal} %`,
      holds: Math.max(median(all), median(one)) <= goal,
    },
  ]
}
