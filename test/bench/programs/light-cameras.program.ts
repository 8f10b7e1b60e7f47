import { z } from 'zod'
import { startLightCameras } from '../../fakes/camera/discovery/light-cameras.js'
import { uuidFor } from '../../fakes/camera/identity.js'
import { serve } from './serve.js'

// Plays so many cameras, each with two addresses, until the bench hangs up.

const started: AsyncDisposable[] = []

serve(
  z.object({ cameras: z.number().int().min(1).max(200) }),
  async ({ cameras }) => {
    const all = Array.from({ length: cameras }, (_, index) => ({
      name: `Bench camera ${index + 1}`,
      uuid: uuidFor(`bench ${index + 1}`),
      hosts: [`127.0.64.${index + 1}`, `127.0.65.${index + 1}`],
    }))
    started.push(await startLightCameras(all))
    return null
  },
  async () => {
    for (const one of started) await one[Symbol.asyncDispose]()
  },
)
