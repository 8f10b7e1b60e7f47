import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { descendantsOf } from '../bench/measure/memory.js'
import { repositoryRoot } from '../harness/program.js'
import { classIn, type Inspector } from './inspector.js'

/** What a process holds at a moment of rest: names of quantities, and how much of each. */
export type Holdings = ReadonlyMap<string, number>

/** Quantities in bytes; all others are numbers of things. */
export const inBytes: readonly string[] = ['heap', 'buffers', 'resident']

/** Objects of which there are as many as cameras, streams, connections, or what is under way. */
const counted = [
  ['site/site-camera', 'SiteCamera'],
  ['site/received-camera', 'ReceivedCamera'],
  ['site/detection', 'Detection'],
  ['site/camera-events', 'CameraEvents'],
  ['cameras/camera', 'Camera'],
  ['rtsp/rtsp-session', 'RtspSession'],
  ['rtsp/rtsp-connection', 'RtspConnection'],
  ['stream/packet-hub', 'PacketHub'],
  ['stream/packet-ring', 'PacketRing'],
  ['stream/stream-ingest', 'StreamIngest'],
  ['motion/motion-watch', 'MotionWatch'],
  ['onvif/event-subscription', 'EventSubscription'],
  ['onvif/pull-point', 'PullPoint'],
  ['onvif/onvif-session', 'OnvifSession'],
  ['recording/recorder', 'Recorder'],
  ['recording/recording', 'Recording'],
  ['recording/journal-writer', 'JournalWriter'],
] as const

/** V8 frees in stages what held something else. */
const collections = 3

/** Decoders come and go: a child that stays is there each time. */
const childLooks = { count: 20, everyMs: 500 }

const Memory = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() })

/**
 * Everything that an agent may hold more of the longer it runs, once garbage is collected. The inspector's own share is
 * the same each time. @param pid of the agent
 */
export async function holdingsOf(inspector: Inspector, pid: number): Promise<Holdings> {
  for (let turn = 0; turn < collections; turn += 1) await inspector.collectGarbage()
  const memory = await inspector.evaluate('process.memoryUsage()', Memory)
  const held = new Map<string, number>([
    ['heap', memory.heapUsed],
    ['buffers', memory.external],
    ['resident', memory.rss],
    ['handles', (await readdir(`/proc/${pid}/fd`)).length],
    ['timers', await inspector.evaluate(timers, z.number())],
    ['children', await stayingChildren(pid)],
    ['AbortSignal', await inspector.countObjects('AbortSignal')],
  ])
  for (const [file, name] of counted) {
    const module = path.join(repositoryRoot, 'agent', 'dist', `${file}.js`)
    held.set(name, await inspector.countObjects(classIn(module, name)))
  }
  return held
}

const timers = "process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length"

async function stayingChildren(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < childLooks.count; look += 1) {
    least = Math.min(least, (await descendantsOf(pid)).length)
    await sleep(childLooks.everyMs)
  }
  return least
}
