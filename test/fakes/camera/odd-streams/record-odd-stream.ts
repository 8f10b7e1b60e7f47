import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ClosedEvent,
  openRecordings,
  PacketHub,
  picturesOf,
  RememberingObserver,
  RingBudget,
  RtpReceiver,
  RtspReader,
  StreamIngest,
  silentLogger,
} from '@sightline/agent/testing'
import { FPS, numberOf, OddCamera, PICTURE_MS, parameterSetsOf, takenAs } from './odd-camera.js'
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
  /** Its pictures in decoding order: as which they were sent, and when they are shown. */
  readonly pictures: readonly { readonly number: number; readonly shownSec: number }[]
  readonly durationSec: number
}

export interface OddRecording {
  readonly clips: readonly OddClip[]
  /** When the first picture was taken, ms since the epoch. */
  readonly beganAtMs: number
  /** Those that arrived whole, with all that they refer to, by number. */
  readonly decodable: ReadonlySet<number>
  /** Why runs ended though the camera went on sending. */
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
      const dueMs = number * PICTURE_MS + random() * stream.jitterMs
      await clock.advance(Math.max(dueMs - clock.monotonic(), 0))
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
    await clock.advanceUntil(recordings.settled())
    const clips = await Promise.all(
      triggered.map(({ eventId, triggeredAtMs }) => clipOf(observer.endOf(eventId), triggeredAtMs, stream)),
    )
    const continuations = observer.events.length - triggered.length
    return { clips, beganAtMs, decodable, breaks, continuations }
  } finally {
    await recordings.stop(0)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** When a picture was taken, ms since the first one was. */
export function takenAtMs(number: number, stream: OddStream): number {
  return takenAs(number, stream) * PICTURE_MS
}

function isFrozenAt({ frozenSec }: OddStream, number: number): boolean {
  return TRIGGERED_AT_SEC.some((sec) => {
    const since = number / FPS - sec - FROZEN_AFTER_SEC
    return since >= 0 && since < frozenSec
  })
}

async function clipOf(event: ClosedEvent, triggeredAtMs: number, { codec }: OddStream): Promise<OddClip> {
  if (event.clip === null) return { event, triggeredAtMs, pictures: [], durationSec: 0 }
  const { pictures, durationSec } = await picturesOf(event.clip.path)
  const numbered = pictures.map(({ data, shownSec }) => ({
    number: numberOf(Buffer.from(data), codec),
    shownSec,
  }))
  return { event, triggeredAtMs, pictures: numbered, durationSec }
}

/** What the agent does with bytes from a connection, or with datagrams. */
function receiving(
  stream: OddStream,
  clock: SimulatedClock,
  hub: PacketHub,
  onBreak: (reason: string) => void,
): (chunk: Buffer) => void {
  const { codec, transport } = stream
  const video = {
    codec,
    payloadType: 96,
    clockRate: 90_000,
    parameterSets: parameterSetsOf(stream),
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
