import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ClosedEvent,
  createLogger,
  findFfmpeg,
  type Packet,
  type Recorder,
  Recordings,
  RingBudget,
  StreamConnection,
  type StreamConnectionDeps,
  silentLogger,
  systemClock,
  systemRandom,
  type Trigger,
} from '@sightline/agent/testing'
import { expect } from 'vitest'
import {
  type CameraOptions,
  DEFAULT_CREDENTIALS,
  type FakeCamera,
  framesMissing,
  loadPicture,
  type PictureOptions,
  readFrameMarks,
  startCamera,
} from '../fakes/camera/index.js'
import { until } from './until.js'

interface RecordedCameraOptions {
  readonly camera: CameraOptions
  /** Seconds before and behind a trigger, and of its own. */
  readonly settings: { readonly preSec: number; readonly postSec: number; readonly durationSec: number }
  readonly timeouts: NonNullable<StreamConnectionDeps['timeouts']>
}

/** An event that is over, and when it was found to be. */
export interface EndedEvent extends ClosedEvent {
  /** When its clip could be played, ms since the epoch; null without one. */
  readonly readyAtMs: number | null
  readonly closedAtMs: number
}

/** A simulated camera that is received and recorded, without agent or cloud; gone at the end of the block. */
export class RecordedCamera implements AsyncDisposable {
  readonly peer: FakeCamera
  readonly camera: StreamConnection
  /** All that came. */
  readonly packets: Packet[] = []
  readonly #recorder: Recorder
  readonly #ends: Map<string, EndedEvent>
  /** Which event goes on as which. */
  readonly #continuations: Map<string, string>
  readonly #close: () => Promise<void>

  private constructor(parts: {
    readonly peer: FakeCamera
    readonly camera: StreamConnection
    readonly recorder: Recorder
    readonly ends: Map<string, EndedEvent>
    readonly continuations: Map<string, string>
    readonly close: () => Promise<void>
  }) {
    this.peer = parts.peer
    this.camera = parts.camera
    this.#recorder = parts.recorder
    this.#ends = parts.ends
    this.#continuations = parts.continuations
    this.#close = parts.close
    this.camera.source.subscribe({
      packet: (packet) => this.packets.push(packet),
      runEnded: () => undefined,
    })
  }

  static async start({
    camera: options,
    settings,
    timeouts,
  }: RecordedCameraOptions): Promise<RecordedCamera> {
    const peer = await startCamera(options)
    const dataDir = await mkdtemp(join(tmpdir(), 'scenario-recorded-'))
    const ends = new Map<string, EndedEvent>()
    const continuations = new Map<string, string>()
    const recordings = await openRecordings(dataDir, ends, continuations)
    const endpoint = { url: peer.rtspUrl(), credentials: DEFAULT_CREDENTIALS }
    const camera = new StreamConnection(
      { id: 'c1', enabled: true, endpoint, preEventSec: settings.preSec },
      {
        clock: systemClock,
        random: systemRandom,
        allowsAddress: () => null,
        timeouts,
        log: silentLogger,
        budget: new RingBudget(64 * 1024 * 1024),
        onStatus: () => undefined,
      },
    )
    const stop = new AbortController()
    const running = camera.run(stop.signal)
    const close = async () => {
      await recordings.stop(5000)
      stop.abort()
      await running
      await peer.close()
      await rm(dataDir, { recursive: true, force: true })
    }
    const recorder = recordings.forCamera('c1', camera.source, settings)
    return new RecordedCamera({ peer, camera, recorder, ends, continuations, close })
  }

  /** Encodes what the camera will change to: where no cache has it, that may take longer than a recording. */
  async prepare(...differences: readonly Partial<PictureOptions>[]): Promise<void> {
    const { options } = this.peer.picture
    for (const difference of differences) await loadPicture({ ...options, ...difference })
  }

  /** Resolves once the run in progress is so old. */
  async flowsFor(ms: number): Promise<void> {
    const startedAtMs = () => this.camera.source.currentRun()?.startedAtMs ?? Infinity
    await until(`a stream that flows for ${ms} ms`, () => Date.now() - startedAtMs() > ms)
  }

  /** @returns the id of the event */
  async trigger(change: Partial<Trigger> = {}): Promise<string> {
    const eventId = systemRandom.timeId()
    await this.#recorder.trigger({
      eventId,
      category: 'motion',
      topic: '',
      source: 'onvif',
      rawSource: 'onvif',
      rawData: {},
      triggeredAtMs: Date.now(),
      ...change,
    })
    return eventId
  }

  ended(eventId: string): Promise<EndedEvent> {
    return until('the end of the event', () => this.#ends.get(eventId))
  }

  /** The end of the event as which an event goes on. */
  async continuationOf(eventId: string): Promise<EndedEvent> {
    return this.ended(await until('the continuation', () => this.#continuations.get(eventId)))
  }

  /** Decodes a clip and proves from its pixels that no picture is missing. @returns how many there are */
  async expectWhole({ clip }: ClosedEvent): Promise<number> {
    if (clip === null) throw new Error('no clip')
    const { marks, warnings } = await readFrameMarks(clip.path)
    expect(warnings).toBe('')
    const readable = marks.filter((mark) => mark !== null)
    expect(readable).toHaveLength(marks.length)
    const missing = framesMissing(readable, this.peer.picture.loopFrames)
    expect(missing.filter((count) => count !== 0)).toEqual([])
    return marks.length
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close()
  }
}

async function openRecordings(
  dataDir: string,
  ends: Map<string, EndedEvent>,
  continuations: Map<string, string>,
): Promise<Recordings> {
  const readyAtMs = new Map<string, number>()
  const { found: ffmpeg } = await findFfmpeg(null, systemClock)
  return Recordings.open({
    dataDir,
    clock: systemClock,
    log: createLogger({
      level: 'info',
      human: false,
      write: (line) => {
        const { event, eventId } = JSON.parse(line) as { event: string; eventId?: string }
        if (event === 'recording.clip_ready' && eventId !== undefined) readyAtMs.set(eventId, Date.now())
      },
    }),
    random: systemRandom,
    observer: {
      opened: async ({ eventId, rawData: { continues } }) => {
        if (typeof continues === 'string') continuations.set(continues, eventId)
      },
      extended: () => Promise.resolve(),
      closed: async (event) => {
        const { eventId } = event
        ends.set(eventId, {
          ...event,
          readyAtMs: readyAtMs.get(eventId) ?? null,
          closedAtMs: Date.now(),
        })
      },
    },
    ffmpeg,
    redact: (text) => text,
  })
}
