import { createFfmpegGrayDecoder, findFfmpeg, MotionWatch, silentLogger, systemClock } from '@sightline/agent'
import { z } from 'zod'
import { benchCamera, CameraAddress, firstPacket } from './bench-agent.js'
import { serve } from './serve.js'

// Receives cameras into their rings and watches each for movement: what this process and the decoders that it starts
// cost is ring and motion watch. Each question names the cameras from now on; none is an answer too.

let stop = new AbortController()
let running: Promise<void>[] = []
let watches: MotionWatch[] = []
let events = 0

async function rest(): Promise<void> {
  for (const watch of watches) watch.stop()
  watches = []
  stop.abort()
  await Promise.all(running)
}

serve(
  z.object({ cameras: z.array(CameraAddress), ffmpegPath: z.string() }),
  async ({ cameras, ffmpegPath }) => {
    const told = events
    await rest()
    stop = new AbortController()
    events = 0
    const { found } = await findFfmpeg(ffmpegPath, systemClock)
    if (found === null) throw new Error('there is no ffmpeg')
    const decoder = createFfmpegGrayDecoder({ ffmpeg: found, clock: systemClock, redact: (text) => text })
    const all = cameras.map((address, index) => benchCamera(address, `camera ${index + 1}`))
    const flowing = all.map((camera) => firstPacket(camera))
    watches = all.map(
      (camera, index) =>
        new MotionWatch({
          cameraId: `camera ${index + 1}`,
          source: camera.source,
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
    running = all.map((camera) => camera.run(stop.signal))
    await Promise.all(flowing)
    return { events: told }
  },
  rest,
)
