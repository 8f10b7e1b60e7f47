import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Link } from '../fakes/link/index.js'
import { until } from '../harness/index.js'
import type { ChaosPlan, Fault } from './chaos-plan.js'
import { type ChaosSite, untilTriggered } from './site.js'

/** What a fault acts on. */
export interface Ground {
  /** Whose agent is killed, and whose line breaks. */
  readonly killed: ChaosSite
  readonly cut: ChaosSite
  readonly link: Link
  /** Called after each fault. */
  readonly done: (fault: Fault) => void
}

/** The longest that a run may take from one fault to the next, ms. */
const patienceMs = 300_000

/** Kills the agent, again and again, at the planned moments; each time it is run again at once. */
export async function killAgents(plan: ChaosPlan, { killed, cut, done }: Ground): Promise<void> {
  for (const fault of plan.kills) {
    await untilTriggered([killed, cut], fault.after, patienceMs)
    await sleep(fault.waitMs)
    await killed.agent.kill()
    killed.agent.run()
    done(fault)
    // It triggers nothing before it is back: a kill in that time would be one of an idle agent.
    await killed.untilCalm()
  }
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
  const { killed, cut, link, done } = ground
  for (const fault of plan.cuts) {
    await untilTriggered([killed, cut], fault.after, patienceMs)
    link.fail(fault.cut)
    await sleep(fault.lastsMs)
    link.mend()
    done(fault)
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
