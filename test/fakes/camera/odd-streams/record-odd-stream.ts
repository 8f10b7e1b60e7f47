import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ClosedEvent,
  openRecordings,
  PacketHub,
  RememberingObserver,
  RingBudget,
  RtpReceiver,
  RtspReader,
  StreamIngest,
  silentLogger,
} from '@sightline/agent/testing'
import { FPS, OddCamera, PICTURE_MS, parameterSetsOf, pictureNumberOf } from './odd-camera.js'
import type { OddStream } from './oddities.js'
import { SimulatedClock } from './simulated-clock.js'

const SECONDS = 120
const settings = { preSec: 5, postSec: 0, durationSec: 15 }
const TRIGGERED_AT_SEC = [12, 50, 90] as const
/** Behind a trigger pictures stop, where they do. */
const FROZEN_AFTER_SEC = 4

/** What became of one trigger. */
export interface OddClip {
  readonly triggeredAtMs: number
  readonly event: ClosedEvent
  /** The pictures in the clip, in its order, and when the camera took the first of all, ms since the epoch. */
  readonly pictures: readonly number[]
}

export interface OddRecording {
  readonly clips: readonly OddClip[]
  /** When picture 0 was taken, ms since the epoch. */
  readonly beganAtMs: number
  /** Those that arrived whole, with all that they refer to. */
  readonly decodable: ReadonlySet<number>
  readonly breaks: readonly string[]
  /** Events beyond those that were triggered. */
  readonly continuations: number
}

/** Plays an odd stream for two simulated minutes, from its packets to the clips of three triggers. */
export async function recordOddStream(stream: OddStream, random: () => number): Promise<OddRecording> {
  const dataDir = await mkdtemp(join(tmpdir(), 'odd-stream-'))
  const clock = new SimulatedClock()
  const observer = new RememberingObserver()
  const recordings = await openRecordings({ dataDir, clock, observer })
  try {
    const hub = new PacketHub({
      clock,
      log: silentLogger,
      budget: new RingBudget(1e9),
      preEventSec: settings.preSec,
    })
    const recorder = recordings.forCamera('camera', hub, settings)
    const breaks: string[] = []
    const push = receiving(stream, clock, hub, (reason) => breaks.push(reason))
    const camera = new OddCamera(stream, random)
    const beganAtMs = clock.now()
    const decodable = new Set<number>()
    const triggered: { readonly eventId: string; readonly triggeredAtMs: number }[] = []
    let isDecodable = false
    for (let number = 0; number < SECONDS * FPS; number++) {
      const dueMs = beganAtMs + number * PICTURE_MS + random() * stream.jitterMs
      await clock.advance(Math.max(dueMs - clock.now(), 0))
      const sent = camera.send(number, isFrozenAt(stream, number))
      for (const chunk of sent.chunks) push(chunk)
      isDecodable = sent.isWhole && (isDecodable || sent.keyframe)
      if (isDecodable) decodable.add(number)
      if (!TRIGGERED_AT_SEC.some((sec) => sec * FPS === number)) continue
      const eventId = `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`
      const triggeredAtMs = clock.now()
      triggered.push({ eventId, triggeredAtMs })
      await recorder.trigger({
        eventId,
        category: 'motion',
        topic: 'odd',
        source: 'software',
        rawSource: 'odd',
        rawData: {},
        triggeredAtMs,
      })
    }
    await recorder.stop()
    await recordings.settled()
    const clips = await Promise.all(
      triggered.map(async ({ eventId, triggeredAtMs }) => {
        const event = observer.endOf(eventId)
        const path = event.clip?.path ?? null
        const pictures = path === null ? [] : picturesIn(await readFile(path), stream.codec)
        return { triggeredAtMs, event, pictures }
      }),
    )
    const continuations = observer.events.length - triggered.length
    return { clips, beganAtMs, decodable, breaks, continuations }
  } finally {
    await recordings.stop(0)
    await rm(dataDir, { recursive: true, force: true })
  }
}

function isFrozenAt({ frozenSec }: OddStream, number: number): boolean {
  return TRIGGERED_AT_SEC.some((sec) => {
    const since = number / FPS - sec - FROZEN_AFTER_SEC
    return since >= 0 && since < frozenSec
  })
}

/** What the agent does with bytes from a connection, or with datagrams. */
function receiving(
  { codec, transport }: OddStream,
  clock: SimulatedClock,
  hub: PacketHub,
  onBreak: (reason: string) => void,
): (chunk: Buffer) => void {
  const video = {
    codec,
    payloadType: 96,
    clockRate: 90_000,
    parameterSets: parameterSetsOf(codec),
    hasDonl: false,
    control: null,
  }
  let runs = 0
  const ingest = new StreamIngest({ video, audio: null, clock, nextRunId: () => ++runs, sink: hub, onBreak })
  const receiver = new RtpReceiver({
    payloadType: 96,
    clockRate: 90_000,
    ssrc: null,
    order: transport === 'tcp' ? 'kept' : 'restored',
    clock,
    sink: ingest.video,
  })
  if (transport === 'udp') return (chunk) => receiver.push(chunk, 0, chunk.length)
  const reader = new RtspReader({
    response: () => undefined,
    request: () => undefined,
    frame: (channel, data, start, end) => {
      if (channel === 0) receiver.push(data, start, end)
    },
    strayed: () => undefined,
  })
  reader.seekFrames((channel) => channel <= 1)
  return (chunk) => reader.push(chunk)
}

/** The numbers of the pictures in an MP4 whose media are nothing but pictures. */
function picturesIn(file: Buffer, codec: OddStream['codec']): number[] {
  const media = boxOf(file, 'mdat')
  const numbers: number[] = []
  for (let at = 0; at + 4 <= media.length; ) {
    const length = media.readUInt32BE(at)
    const number = pictureNumberOf(media.subarray(at + 4, at + 4 + length), codec)
    if (number !== null) numbers.push(number)
    at += 4 + length
  }
  return numbers
}

function boxOf(file: Buffer, name: string): Buffer {
  for (let at = 0; at + 8 <= file.length; ) {
    const short = file.readUInt32BE(at)
    const isLong = short === 1
    const length = isLong ? Number(file.readBigUInt64BE(at + 8)) : short
    const end = length === 0 ? file.length : at + length
    if (file.toString('latin1', at + 4, at + 8) === name) return file.subarray(at + (isLong ? 16 : 8), end)
    at = end
  }
  throw new Error(`there is no ${name}`)
}
