import {
  RingBudget,
  StreamConnection,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { z } from 'zod'

/** A camera as the bench names it. */
export const CameraAddress = z.object({ url: z.string(), username: z.string(), password: z.string() })

/** A camera of the product, not running yet, with the ring that an agent would give it. */
export function benchCamera(
  address: z.infer<typeof CameraAddress>,
  id = 'bench',
  budget = new RingBudget(64 * 1024 * 1024),
): StreamConnection {
  const { url, ...credentials } = address
  return new StreamConnection(
    { id, enabled: true, endpoint: { url, credentials }, preEventSec: 5 },
    {
      clock: systemClock,
      random: systemRandom,
      log: silentLogger,
      allowsAddress: () => null,
      budget,
      onStatus: () => undefined,
    },
  )
}

/** Resolves with the first packet that is in the ring. @throws Error if none comes within 20 s */
export function firstPacket(camera: StreamConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => {
      end()
      reject(new Error(`no packet within 20 s: ${camera.status().message ?? camera.status().state}`))
    }, 20_000)
    const end = camera.source.subscribe({
      packet: () => {
        clearTimeout(giveUp)
        end()
        resolve()
      },
      runEnded: () => undefined,
    })
  })
}
