import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Finding } from '../bench-row.js'
import { pssOf } from '../measure/memory.js'
import { figure } from '../table.js'
import { Viewers } from './viewers.js'
import type { WatchedCamera } from './watched-camera.js'

const viewerCount = 50
/** Of each viewer that stopped reading: two seconds of its stream, MB. */
const goalMbEach = 1
/** While all of them read, s. */
const readSec = 5
/** They are cut 25 s after they stopped; the cut is within. */
const stalledSec = 35
const sampleMs = 250

/** By how much the cloud grows when fifty viewers stop reading, while one more goes on. */
export async function measureStalled(
  bench: Bench,
  { camera, viewers }: { camera: WatchedCamera; viewers: Viewers },
): Promise<{ readonly findings: readonly Finding[]; readonly notes: readonly string[] }> {
  await using reader = new Viewers()
  await reader.open(camera.watched, 1)
  await viewers.open(camera.watched, viewerCount)
  const { pid } = camera.site.service
  const before = await mostPss(pid, readSec)
  await reader.received()
  await viewers.freeze()
  bench.say(`${viewerCount} viewers have stopped reading`)
  const after = await mostPss(pid, stalledSec)
  const [seen] = await reader.received()
  const left = await mostPss(pid, 1)
  await viewers.close()
  await reader.close()
  const grown = (after - before) / 1e6
  const goal = goalMbEach * viewerCount
  return {
    findings: [
      {
        metric: `live view, memory of the cloud, ${viewerCount} viewers that stopped reading`,
        product: `${figure(grown)} MB more at most, ${figure((left - before) / 1e6)} MB once they are cut`,
        reference: 'none',
        ratio: '',
        goal: `at most ${goal} MB`,
        holds: grown <= goal,
      },
    ],
    notes: [
      `row 27: beside them one viewer went on reading: ${seen?.latenciesMs.length ?? 0} frames with ${seen?.gaps ?? 0} gaps in ${stalledSec} s`,
    ],
  }
}

/** The most that a process had within some seconds, bytes. */
async function mostPss(pid: number, seconds: number): Promise<number> {
  let most = 0
  for (let waitedMs = 0; waitedMs < seconds * 1000; waitedMs += sampleMs) {
    await sleep(sampleMs)
    most = Math.max(most, await pssOf(pid))
  }
  return most
}
