import type { Counters } from '../fakes/camera/index.js'
import { Link } from '../fakes/link/index.js'
import { StoreFront } from '../fakes/store-front/index.js'
import { startWorld, type World } from '../harness/index.js'
import { planCameras } from './chaos-cameras.js'
import { type ChaosSize, type Fault, planChaos } from './chaos-plan.js'
import { ChaosViewers, type LiveVerdict } from './chaos-viewers.js'
import {
  bootCameras,
  cutLines,
  endNodes,
  failDatabase,
  failStore,
  type Ground,
  killAgents,
  killFfmpegs,
  shutOut,
} from './faults.js'
import { liveLeftovers } from './live-leftovers.js'
import { ChaosSite } from './site.js'
import { Turns } from './turns.js'
import { judge, type Verdict } from './verdict.js'

export interface ChaosRun extends Verdict {
  /** What was really done. */
  readonly done: Readonly<Record<Fault['kind'], number>>
  /** Requests that cameras ended without an answer, because no message came. */
  readonly quietCuts: number
  /** Of cameras that refuse GET_PARAMETER, and count what they answered with 200 only. */
  readonly keepAlives: { readonly refused: number; readonly sessionsLost: number }
  /** What the sites said of cameras whose events they left alone. */
  readonly buried: readonly string[]
  /** What those saw who watched the cameras live all the while. */
  readonly live: LiveVerdict
  /** What live view still held after the last of them had left. */
  readonly leftOfLive: readonly string[]
}

/** What waits in a service for minutes would make a run of hours: the same faults, in seconds. */
const shortened = {
  agent: { CLOUD_SILENCE_SEC: '4', RECONNECT_MAX_SEC: '1', LOG_LEVEL: 'info' },
  cloud: { OFFLINE_GRACE_SEC: '5', LOG_LEVEL: 'warn' },
}
const metricsToken = 'chaos looks at figures'
const signInEveryMs = 10 * 60_000

/**
 * Runs two sites with their cameras on this machine while agent, line, store, ffmpeg, cameras and database fail as the
 * seed says, and looks at everything afterwards. Nothing is left behind, which `World.close` proves.
 * @param tell hears of the progress
 */
export async function runChaos(
  size: ChaosSize,
  seed: number,
  tell: (line: string) => void = () => undefined,
): Promise<ChaosRun> {
  const plan = planChaos(size, seed)
  const done = { kill: 0, ffmpeg: 0, cut: 0, store: 0, database: 0, away: 0, slow: 0, node: 0, boot: 0 }
  const cameras = planCameras(size.cameras * 2, seed)
  const world = await startWorld({
    cameras,
    agentEnv: shortened.agent,
    nodes: size.isWatched ? 2 : 1,
    cloudEnv: { ...shortened.cloud, METRICS_TOKEN: metricsToken },
    databaseLine: true,
  })
  const store = await StoreFront.start(Number(new URL(world.cloud.url).port))
  const link = await Link.start(store.port)
  // An access token lives for fifteen minutes, a run may be longer.
  const signIn = setInterval(() => {
    world.api.login(world.owner.email, world.owner.password).catch((error: unknown) => tell(String(error)))
  }, signInEveryMs)
  try {
    const killed = await ChaosSite.open(world, world.cameras.slice(0, size.cameras), store.url)
    const cut = await ChaosSite.open(world, world.cameras.slice(size.cameras), link.url)
    tell(`${cameras.length} cameras at two sites are on line`)
    const { backWithinMs, isWatched } = size
    const watched = isWatched ? [killed, cut] : []
    await using viewers = await ChaosViewers.open(world, watched, { seed, backWithinMs })
    tell('everybody who may see sees')
    const ground: Ground = {
      killed,
      cut,
      link,
      store,
      database: world.databaseLine,
      nodes: world.nodes,
      viewers,
      turns: new Turns(),
      done: (fault: Fault) => {
        done[fault.kind] += 1
        const events = killed.taken.length + cut.taken.length
        tell(
          `${events} events, ${done.kill} kills, ${done.cut} cuts, ${done.ffmpeg} of ffmpeg, ` +
            `${done.store} of the store, ${done.database + done.away + done.slow} of the database, ${done.node} of nodes, ` +
            `${done.boot} slow boots`,
        )
      },
    }
    let isOver = false
    const isEnough = () => isOver && killed.taken.length + cut.taken.length >= size.events
    const triggering = Promise.all([killed.trigger(isEnough), cut.trigger(isEnough)])
    const failures = [
      killAgents,
      killFfmpegs,
      cutLines,
      failStore,
      failDatabase,
      endNodes,
      bootCameras,
      shutOut,
    ]
    await Promise.all(failures.map((fail) => fail(plan, ground)))
    isOver = true
    await triggering
    for (const site of [killed, cut]) await site.untilCalm()
    await viewers.untilAllSee('all faults')
    await viewers[Symbol.asyncDispose]()
    tell('all faults are over; waiting for what was recorded')
    const sites = [killed, cut]
    const [verdict, leftOfLive] = await Promise.all([
      judge(world, sites),
      isWatched ? liveLeftovers(world, sites, metricsToken) : [],
    ])
    const quietCuts = world.cameras.reduce((sum, { events }) => sum + (events?.cuts ?? 0), 0)
    const buried = sites.flatMap((site) => site.buriedEvents())
    const keepAlives = keepAlivesOf(world)
    return { done, ...verdict, quietCuts, keepAlives, buried, live: viewers.verdict(), leftOfLive }
  } finally {
    clearInterval(signIn)
    await link.close()
    await store[Symbol.asyncDispose]()
    await world.close()
  }
}

function keepAlivesOf({ cameras }: World): ChaosRun['keepAlives'] {
  const refusing = cameras.filter(({ faults }) => typeof faults.current.rtsp.getParameter === 'number')
  const sum = (of: (counters: Counters) => number) =>
    refusing.reduce((total, { counters }) => total + of(counters), 0)
  return {
    refused: sum(({ requests }) => requests['GET_PARAMETER'] ?? 0),
    sessionsLost: sum(({ sessionsTimedOut }) => sessionsTimedOut),
  }
}
