import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresProxy } from '@sightline/cloud/testing'
import type { Link } from '../fakes/link/index.js'
import type { StoreFront } from '../fakes/store-front/index.js'
import { type CloudNode, until } from '../harness/index.js'
import { bootsSlowly } from './chaos-cameras.js'
import type { ChaosPlan, DatabaseReset, Fault, LiveFault } from './chaos-plan.js'
import type { ChaosViewers } from './chaos-viewers.js'
import { type ChaosSite, untilTriggered } from './site.js'
import type { Turns } from './turns.js'

/** What a fault acts on. */
export interface Ground {
  /** Whose agent is killed, and whose line breaks. */
  readonly killed: ChaosSite
  readonly cut: ChaosSite
  readonly link: Link
  /** Where the parts of both sites come through. */
  readonly store: StoreFront
  readonly database: PostgresProxy
  readonly nodes: readonly CloudNode[]
  readonly viewers: ChaosViewers
  readonly turns: Turns
  /** Called after each fault. */
  readonly done: (fault: Fault) => void
}

/** The longest that a run may take from one fault to the next, ms. */
const patienceMs = 300_000

/**
 * Lets a fault happen beside others; or by itself, and then waits until those who watch see pictures of now again.
 * @param work resolves once the fault is over
 */
async function strike(
  { viewers, turns, done }: Ground,
  fault: LiveFault,
  work: () => Promise<void>,
): Promise<void> {
  if (!fault.isAlone) await turns.among(work)
  else
    await turns.alone(async () => {
      await viewers.untilAllSee('faults that overlapped')
      await work()
      await viewers.untilAllSee(nameOf(fault))
    })
  done(fault)
}

function nameOf(fault: LiveFault): string {
  switch (fault.kind) {
    case 'kill':
      return 'an agent was killed'
    case 'cut':
      return `a line was cut (${fault.cut})`
    case 'database':
      return 'connections to the database were reset'
    case 'away':
      return 'the database was away'
    case 'slow':
      return 'the database was slow'
    case 'node':
      return `a node was ${fault.end === 'kill' ? 'killed' : 'stopped'}`
  }
}

/** Kills the agent, again and again, at the planned moments; each time it is run again at once. */
export async function killAgents(plan: ChaosPlan, ground: Ground): Promise<void> {
  const { killed, cut } = ground
  for (const fault of plan.kills) {
    await untilTriggered([killed, cut], fault.after, patienceMs)
    await sleep(fault.waitMs)
    await strike(ground, fault, async () => {
      await killed.agent.kill()
      killed.agent.run()
      // It triggers nothing before it is back: a kill in that time would be one of an idle agent.
      await killed.untilCalm()
    })
  }
}

/** Viewers are moved, and pictures go on: no gateway is connected to this node. */
const beginsToStop = 'a node without gateways began to stop'

/** Kills nodes of the cloud, or stops them in order, and starts them again. */
export async function endNodes(plan: ChaosPlan, ground: Ground): Promise<void> {
  const { killed, cut, nodes, viewers } = ground
  for (const fault of plan.nodeFaults) {
    await untilTriggered([killed, cut], fault.after, patienceMs)
    const node = nodes[fault.node]
    if (node === undefined) throw new Error(`there is no node ${fault.node}`)
    await strike(ground, fault, async () => {
      if (fault.end === 'kill') await node.kill()
      else
        await Promise.all([
          node.stop(),
          fault.isAlone && fault.node === 1 && viewers.untilAllSee(beginsToStop),
        ])
      await sleep(fault.lastsMs)
      // It does not start while PostgreSQL is away: as under a service manager it is started until it does.
      await until('the node serves again', () => node.start().then(() => true), patienceMs)
      for (const site of [killed, cut]) await site.untilCalm()
    })
  }
}

/** In the middle of the run the right to watch ends for some. */
export async function shutOut(plan: ChaosPlan, { killed, cut, viewers, turns }: Ground): Promise<void> {
  await untilTriggered([killed, cut], plan.shutOutAfter, patienceMs)
  await turns.alone(async () => {
    await viewers.untilAllSee('faults that overlapped')
    await viewers.shutOut()
  })
}

/** Kills an ffmpeg that works for one of the agents, as soon as there is one. */
export async function killFfmpegs(plan: ChaosPlan, { killed, cut, done }: Ground): Promise<void> {
  for (const fault of plan.ffmpegKills) {
    await untilTriggered([killed, cut], fault.after, patienceMs)
    await until('an ffmpeg was killed', () => killOneFfmpeg([killed, cut]), patienceMs)
    done(fault)
  }
}

/** Breaks the line of the other site. */
export async function cutLines(plan: ChaosPlan, ground: Ground): Promise<void> {
  const { killed, cut, link } = ground
  for (const fault of plan.cuts) {
    await untilTriggered([killed, cut], fault.after, patienceMs)
    await strike(ground, fault, async () => {
      link.fail(fault.cut)
      await sleep(fault.lastsMs)
      link.mend()
    })
  }
}

/**
 * Takes the power of cameras that boot slowly: they refuse everybody at first, as one does whose list of users is not
 * read yet. The agent asks them again after a minute, and nothing has everything to itself meanwhile.
 */
export async function bootCameras(plan: ChaosPlan, { killed, cut, turns, done }: Ground): Promise<void> {
  const slow = [...killed.cameras, ...cut.cameras].filter((_, index) => bootsSlowly(index))
  for (const fault of plan.slowBoots) {
    await untilTriggered([killed, cut], fault.after, patienceMs)
    const camera = slow[Math.floor(fault.which * slow.length)]
    if (camera === undefined) throw new Error('no camera boots slowly')
    const { faults, counters } = camera.fake
    const plays = () => until('the camera is received', () => counters.sessionsPlaying > 0, patienceMs)
    await turns.among(async () => {
      // An account that was never let in is not tried again so soon.
      await plays()
      await faults.refuseConnections()
      await sleep(fault.offMs)
      const refused = counters.credentialsFailed
      faults.set({ wrongPassword: true })
      await faults.comeBack()
      await until('the camera has refused', () => counters.credentialsFailed > refused, patienceMs)
      await sleep(fault.refusesMs)
      faults.set({ wrongPassword: false })
      await plays()
      for (const site of [killed, cut]) await site.untilCalm()
    })
    done(fault)
  }
}

/** Meets parts of uploads with faults, of whichever site sends one next. */
export async function failStore(plan: ChaosPlan, { killed, cut, store, done }: Ground): Promise<void> {
  for (const fault of plan.storeFaults) {
    await untilTriggered([killed, cut], fault.after, patienceMs)
    const met = store.met.length
    store.fail(fault.fault)
    await until('a part met the fault', () => store.met.length > met, patienceMs)
    done(fault)
  }
}

/** Resets connections to PostgreSQL, makes it slow, and takes it away for a while. */
export async function failDatabase(plan: ChaosPlan, ground: Ground): Promise<void> {
  const { killed, cut, database } = ground
  for (const fault of plan.databaseFaults) {
    await untilTriggered([killed, cut], fault.after, patienceMs)
    await strike(ground, fault, () => failOnce(database, fault))
  }
}

async function failOnce(database: PostgresProxy, fault: ChaosPlan['databaseFaults'][number]): Promise<void> {
  switch (fault.kind) {
    case 'away':
      return database.awayFor(fault.lastsMs)
    case 'slow':
      database.delay(fault.byMs)
      await sleep(fault.lastsMs)
      return database.delay(0)
    case 'database':
      return resetDatabase(database, fault.reset)
  }
}

async function resetDatabase(database: PostgresProxy, reset: DatabaseReset): Promise<void> {
  switch (reset) {
    case 'one':
      database.resetOne()
      return
    case 'all':
      return database.resetAll()
    default:
      return database.resetAtCommit(reset.atCommit)
  }
}

async function killOneFfmpeg(sites: readonly ChaosSite[]): Promise<boolean> {
  for (const { agent } of sites) {
    for (const pid of await childrenOf(agent.pid)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (!/(^|\/)ffmpeg\0/.test(command)) continue
      try {
        process.kill(pid, 'SIGKILL')
        return true
      } catch {
        // It ended by itself in that moment.
      }
    }
  }
  return false
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number))
}
