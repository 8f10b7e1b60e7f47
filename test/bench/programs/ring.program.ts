import { z } from 'zod'
import { benchCamera, CameraAddress, firstPacket } from './bench-agent.js'
import { serve } from './serve.js'

// Receives cameras into their rings and does nothing else: what this process costs is the ring.

const stop = new AbortController()
const running: Promise<void>[] = []

serve(
  z.object({ cameras: z.array(CameraAddress) }),
  async ({ cameras }) => {
    const all = cameras.map((address, index) => benchCamera(address, `camera ${index + 1}`))
    const flowing = all.map((camera) => firstPacket(camera))
    running.push(...all.map((camera) => camera.run(stop.signal)))
    await Promise.all(flowing)
  },
  async () => {
    stop.abort()
    await Promise.all(running)
  },
)
