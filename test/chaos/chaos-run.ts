import { Link } from '../fakes/link/index.js'
import { startWorld } from '../harness/index.js'
import { type ChaosSize, type Fault, planChaos } from './chaos-plan.js'
import { cutLines, killAgents, killFfmpegs } from './faults.js'
import { ChaosSite } from './site.js'
import { judge, type Verdict } from './verdict.js'

export interface ChaosRun extends Verdict {
  /** What was really done. */
  readonly done: Readonly<Record<Fault['kind'], number>>
}

/** What waits in a service for minutes would make a run of hours: the same faults, in seconds. */
const shortened = {
  agent: { CLOUD_SILENCE_SEC: '4', RECONNECT_MAX_SEC: '1', LOG_LEVEL: 'info' },
  cloud: { OFFLINE_GRACE_SEC: '5', LOG_LEVEL: 'warn' },
}
const signInEveryMs = 10 * 60_000

/**
 * Runs two sites with their cameras on this machine while agent, line and ffmpeg fail as the seed says, and looks at
 * everything afterwards. Nothing is left behind, which `World.close` proves.
 * @param tell hears of the progress
 */
export async function runChaos(
  size: ChaosSize,
  seed: number,
  tell: (line: string) => void = () => undefined,
): Promise<ChaosRun> {
  const plan = planChaos(size, seed)
  const done = { kill: 0, ffmpeg: 0, cut: 0 }
  const cameras = Array.from({ length: size.cameras * 2 }, (_, index) => ({
    name: `Camera ${index + 1}`,
    onvif: false,
  }))
  const world = await startWorld({ cameras, agentEnv: shortened.agent, cloudEnv: shortened.cloud })
  const link = await Link.start(Number(new URL(world.cloud.url).port))
  // An access token lives for fifteen minutes, a run may be longer.
  const signIn = setInterval(() => {
    world.api.login(world.owner.email, world.owner.password).catch((error: unknown) => tell(String(error)))
  }, signInEveryMs)
  try {
    const killed = await ChaosSite.open(world, world.cameras.slice(0, size.cameras))
    const cut = await ChaosSite.open(world, world.cameras.slice(size.cameras), link.url)
    tell(`${cameras.length} cameras at two sites are on line`)
    const ground = {
      killed,
      cut,
      link,
      done: (fault: Fault) => {
        done[fault.kind] += 1
        const events = killed.taken.length + cut.taken.length
        tell(`${events} events, ${done.kill} kills, ${done.cut} cuts, ${done.ffmpeg} of ffmpeg`)
      },
    }
    let isOver = false
    const isEnough = () => isOver && killed.taken.length + cut.taken.length >= size.events
    const triggering = Promise.all([killed.trigger(isEnough), cut.trigger(isEnough)])
    await Promise.all([killAgents(plan, ground), killFfmpegs(plan, ground), cutLines(plan, ground)])
    isOver = true
    await triggering
    for (const site of [killed, cut]) await site.untilCalm()
    tell('all faults are over; waiting for what was recorded')
    return { done, ...(await judge(world, [killed, cut])) }
  } finally {
    clearInterval(signIn)
    await link.close()
    await world.close()
  }
}
