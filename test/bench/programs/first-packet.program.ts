import { z } from 'zod'
import { benchCamera, CameraAddress, firstPacket } from './bench-agent.js'
import { serve } from './serve.js'

// Connects to a camera anew with each question and answers how long the first packet took.

serve(z.object({ camera: CameraAddress }), async ({ camera: address }) => {
  const stop = new AbortController()
  const camera = benchCamera(address)
  const first = firstPacket(camera)
  const startedAt = performance.now()
  const running = camera.run(stop.signal)
  try {
    await first
    return { tookMs: performance.now() - startedAt }
  } finally {
    stop.abort()
    await running
  }
})
