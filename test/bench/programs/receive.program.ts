import {
  createFfmpegGrayDecoder,
  findFfmpeg,
  MotionDetector,
  RingBudget,
  type StreamConnection,
  silentLogger,
  systemClock,
  tuneGarbageCollector,
} from '@sightline/agent/testing'
import { z } from 'zod'
import { benchCamera, CameraAddress, firstPacket } from './bench-agent.js'
import { serve } from './serve.js'

// Receives cameras into their rings, and watches each for movement if there is an ffmpeg to decode with: what this
// process and the decoders that it starts cost is ring and motion watch. Each question names the cameras from now
// on, or leaves them as they are; no cameras are an answer too.

const Question = z.object({
  receive: z.object({ cameras: z.array(CameraAddress), ffmpegPath: z.string().nullable() }).nullable(),
})

const ringBytesPerCamera = 64 * 1024 * 1024

let budget = new RingBudget(0)
let close: () => Promise<void> = () => Promise.resolve()
/** Movements that were told since the cameras were named. */
let events = 0

async function start(addresses: readonly z.infer<typeof CameraAddress>[], ffmpegPath: string | null) {
  budget = new RingBudget(addresses.length * ringBytesPerCamera)
  events = 0
  const stop = new AbortController()
  const cameras = addresses.map((address, index) => benchCamera(address, `camera ${index + 1}`, budget))
  const flowing = cameras.map((camera) => firstPacket(camera))
  const endWatching = ffmpegPath === null ? null : await watch(cameras, ffmpegPath)
  const running = cameras.map((camera) => camera.run(stop.signal))
  close = async () => {
    await endWatching?.()
    stop.abort()
    await Promise.all(running)
  }
  await Promise.all(flowing)
}

async function watch(cameras: readonly StreamConnection[], ffmpegPath: string): Promise<() => Promise<void>> {
  const { found: ffmpeg } = await findFfmpeg(ffmpegPath, systemClock)
  if (ffmpeg === null) throw new Error('there is no ffmpeg')
  const decoder = createFfmpegGrayDecoder({ ffmpeg, clock: systemClock, redact: (text) => text })
  const watches = cameras.map(
    ({ id, source }) =>
      new MotionDetector({
        cameraId: id,
        source,
        settings: { sensitivity: 'medium', zones: [] },
        clock: systemClock,
        log: silentLogger,
        decoder,
        onMotion: () => {
          events += 1
        },
        onQuiet: () => undefined,
      }),
  )
  return async () => {
    for (const one of watches) one.stop()
    await decoder.close()
  }
}

// As `agent run` does.
tuneGarbageCollector()

serve(
  Question,
  async ({ receive }) => {
    const facts = { events, ringBytes: budget.usedBytes }
    if (receive === null) return facts
    await close()
    await start(receive.cameras, receive.ffmpegPath)
    return facts
  },
  () => close(),
)
