import { z } from 'zod'
import { benchCamera, CameraAddress, firstPacket } from './bench-agent.js'
import { serve } from './serve.js'

// Connects to a camera anew with each question and answers how long the first packet took. Receives others beside it
// from the first question until the end.

const Question = z.union([z.object({ camera: CameraAddress }), z.object({ beside: z.array(CameraAddress) })])

let end: () => Promise<void> = () => Promise.resolve()

/** Resolves once packets of all of them flow. @returns what ends that */
async function receive(addresses: readonly z.infer<typeof CameraAddress>[]): Promise<() => Promise<void>> {
  const stop = new AbortController()
  const cameras = addresses.map((address, index) => benchCamera(address, `camera ${index + 1}`))
  const flowing = cameras.map((camera) => firstPacket(camera))
  const running = cameras.map((camera) => camera.run(stop.signal))
  await Promise.all(flowing)
  return async () => {
    stop.abort()
    await Promise.all(running)
  }
}

serve(
  Question,
  async (question) => {
    if ('beside' in question) {
      end = await receive(question.beside)
      return null
    }
    const startedAt = performance.now()
    const disconnect = await receive([question.camera])
    const tookMs = performance.now() - startedAt
    await disconnect()
    return { tookMs }
  },
  () => end(),
)
