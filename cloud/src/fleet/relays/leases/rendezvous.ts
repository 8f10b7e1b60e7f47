import { createHash } from 'node:crypto'

/**
 * The relay that should try first for a camera (rendezvous hashing): each relay is drawn a number for each camera,
 * the highest wins. When a relay comes or goes, only the cameras that it wins or won move.
 * @returns undefined if there is no relay
 */
export function preferredRelay(relayIds: readonly string[], cameraId: string): string | undefined {
  const [best] = relayIds
    .map((relayId) => ({ relayId, drawn: draw(relayId, cameraId) }))
    .toSorted((a, b) => Buffer.compare(b.drawn, a.drawn))
  return best?.relayId
}

const draw = (relayId: string, cameraId: string): Buffer =>
  createHash('sha256').update(`${relayId} ${cameraId}`).digest()
