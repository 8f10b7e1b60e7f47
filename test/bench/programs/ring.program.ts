import { z } from 'zod'
import { benchCamera, CameraAddress, firstPacket } from './bench-agent.js'
import { serve } from './serve.js'

// Receives cameras into their rings and does nothing else: what this process costs is the ring. Each question
// names the cameras from now on; none is an answer too.

let stop = new AbortController()
let running: Promise<void>[] = []

async function rest(): Promise<void> {
  stop.abort()
  await Promise.all(running)
}

serve(
  z.object({ cameras: z.array(CameraAddress) }),
  async ({ cameras }) => {
    await rest()
    stop = new AbortController()
    const all = cameras.map((address, index) => benchCamera(address, `camera ${index + 1}`))
    const flowing = all.map((camera) => firstPacket(camera))
    running = all.map((camera) => camera.run(stop.signal))
    await Promise.all(flowing)
  },
  rest,
)
