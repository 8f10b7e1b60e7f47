import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { descendantsOf } from '../bench/measure/memory.js'
import type { Inspector } from './inspector.js'

/** What a process holds at a moment of rest: names of quantities, and how much of each. */
export type Holdings = ReadonlyMap<string, number>

/** Quantities in bytes; all others are numbers of things. */
export const inBytes: readonly string[] = ['heap', 'buffers', 'resident']

/** A built program that is looked into. */
export type SoakProgram = 'agent' | 'cloud'

/** Modules and their classes; those that come and go, of which there may be none at rest. */
type Counted = readonly (readonly [file: string, name: string, passing?: 'passing'])[]

/** Objects of which there are as many as cameras, streams, connections, viewers, or what is under way. */
export const counted: Readonly<Record<SoakProgram, Counted>> = {
  agent: [
    ['cameras/active-camera', 'ActiveCamera'],
    ['cameras/camera-pipeline', 'CameraPipeline'],
    ['cameras/detection', 'Detection'],
    ['cameras/camera-events', 'CameraEvents'],
    ['streams/stream-connection', 'StreamConnection'],
    ['rtsp/rtsp-session', 'RtspSession'],
    ['rtsp/rtsp-connection', 'RtspConnection'],
    ['stream/packet-hub', 'PacketHub'],
    ['stream/packet-ring', 'PacketRing'],
    ['stream/stream-ingest', 'StreamIngest'],
    ['motion/motion-detector', 'MotionDetector'],
    ['onvif/event-subscription', 'EventSubscription'],
    ['onvif/pull-point', 'PullPoint'],
    ['onvif/onvif-session', 'OnvifSession'],
    ['recording/recorder', 'Recorder'],
    ['recording/recording', 'Recording', 'passing'],
    ['recording/journal-writer', 'JournalWriter', 'passing'],
    ['live/live-upstream', 'LiveUpstream'],
    ['live/media-socket', 'MediaSocket'],
    ['live/ack-window', 'AckWindow'],
    ['live/source-rendition', 'SourceRendition'],
    ['live/frame-choice', 'FrameChoice'],
    ['live/jpeg-rendition', 'JpegRendition', 'passing'],
    ['live/mpeg1-rendition', 'Mpeg1Rendition', 'passing'],
    ['live/transcoded-picture', 'TranscodedPicture', 'passing'],
    ['cameras/live-streams', 'LiveStreams'],
  ],
  cloud: [
    ['fleet/live/delivery/live-session', 'LiveSession'],
    ['fleet/live/delivery/subscription', 'Subscription'],
    ['fleet/live/delivery/attachment', 'Attachment'],
    ['fleet/live/delivery/frame-queue', 'FrameQueue'],
    ['fleet/live/delivery/ack-window', 'AckWindow'],
    ['fleet/live/delivery/entitlement-watch', 'EntitlementWatch'],
    ['fleet/live/frames/gop-memory', 'GopMemory'],
    ['fleet/live/sockets/live-socket', 'LiveSocket'],
    ['fleet/live/sockets/message-bucket', 'MessageBucket'],
    ['fleet/live/upstreams/upstream', 'Upstream'],
    ['fleet/live/upstreams/media-socket', 'MediaSocket'],
    ['fleet/live/upstreams/flow-watch', 'FlowWatch'],
    ['fleet/live/upstreams/backlog', 'Backlog'],
    ['fleet/live/viewers/live-viewer', 'LiveViewer'],
    ['fleet/live/viewers/bearer-entitlement', 'BearerEntitlement'],
    ['fleet/live/viewers/watchings/watchings', 'Watchings'],
  ],
}

/** V8 frees in stages what held something else. */
const collections = 3

/** Decoders come and go: a child that stays is there each time. */
const childLooks = { count: 20, everyMs: 500 }

const Memory = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() })

/**
 * Everything that a program may hold more of the longer it runs, once garbage is collected. The inspector's own share is
 * the same each time.
 * @param pid of the program
 * @throws Error if there is none of what must be there while cameras are watched
 */
export async function holdingsOf(program: SoakProgram, inspector: Inspector, pid: number): Promise<Holdings> {
  for (let turn = 0; turn < collections; turn += 1) await inspector.collectGarbage()
  const memory = await inspector.evaluate('process.memoryUsage()', Memory)
  const held = new Map<string, number>([
    ['heap', memory.heapUsed],
    ['buffers', memory.external],
    ['resident', memory.rss],
    ['handles', (await readdir(`/proc/${pid}/fd`)).length],
    ['timers', await inspector.evaluate(timers, z.number())],
    ['AbortSignal', await inspector.countObjects('AbortSignal')],
  ])
  // The cloud's are PostgreSQL, whose servers and workers come and go.
  if (program === 'agent') held.set('children', await stayingChildren(pid))
  const objects = await inspector.countByClass()
  for (const [name, count] of countedIn(objects, program)) held.set(name, count)
  return held
}

/**
 * The classes of which the objects are counted.
 * @throws Error if there is none of one that must be there: it has another name in the program, and would never be seen to grow
 */
export function countedIn(objects: ReadonlyMap<string, number>, program: SoakProgram): Map<string, number> {
  const missing = counted[program].filter(([, name, passing]) => !passing && !objects.has(name))
  if (missing.length > 0)
    throw new Error(`the ${program} has no object of ${missing.map(([, name]) => name).join(', ')}`)
  return new Map(counted[program].map(([, name]) => [name, objects.get(name) ?? 0]))
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
