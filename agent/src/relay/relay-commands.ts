import type { Result } from '@sightline/protocol'
import { type CarryOutDeps, carryOut } from '../cloud-commands/carry-out.js'
import { refused } from '../cloud-commands/results.js'
import type { CommandFrame } from '../cloud-link/session.js'
import type { Leases } from './leases.js'

/** Carries out one command, if the camera is held by the lease that it names. Never rejects. */
export async function carryOutUnderLease(
  frame: CommandFrame,
  leases: Pick<Leases, 'admits'>,
  deps: CarryOutDeps,
  signal: AbortSignal,
): Promise<Result> {
  switch (frame.type) {
    // A camera that nobody holds yet; the credentials in it are forgotten with the answer.
    case 'probe':
      return carryOut(frame, deps, signal)
    case 'trigger':
    case 'snapshot':
    case 'ptz':
    case 'live.start':
      return leases.admits(frame.lease, frame.body.camera_id)
        ? carryOut(frame, deps, signal)
        : refused('stale_lease', 'this relay does not hold the camera by that lease')
    case 'discover':
      return refused('unsupported', 'a relay has no network of cameras around it')
  }
}
