import { randomUUID } from 'node:crypto'
import { writeToGateway } from '@sightline/protocol'
import type { LeaseNotifier } from '../../relays/leases/lease.service.js'
import type { PeerSocket } from '../socket/peer-socket.js'

/** Sends a relay what becomes of its leases. */
export function leaseNotifier(socket: PeerSocket, replaced: () => void): LeaseNotifier {
  return {
    async set(lease, body) {
      socket.send(writeToGateway('camera.set', body, { id: randomUUID(), lease }))
      await socket.drained()
    },
    drop(lease, revision) {
      const body = { revision, camera_id: lease.camera_id }
      socket.send(writeToGateway('camera.drop', body, { id: randomUUID(), lease }))
    },
    renewed(leases, validMs) {
      const body = { leases: [...leases], valid_ms: validMs }
      socket.send(writeToGateway('lease.renewed', body, { id: randomUUID() }))
    },
    replaced,
  }
}
