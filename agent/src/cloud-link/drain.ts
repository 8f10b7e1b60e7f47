import { type CameraLease, type CameraStatusReport, channelLimits, closeCodes } from '@sightline/protocol'
import type { Outbox } from '../outbox/outbox.js'
import type { Clock } from '../platform/clock.js'
import { isAbort } from '../platform/errors.js'
import type { TokenBucket } from '../platform/token-bucket.js'
import type { Confirmations } from './confirmations.js'
import type { Session } from './session.js'

/** The leases by which a relay reports its cameras. */
export interface LeaseStamps {
  /** The lease by which a camera is held now; null if it is not. */
  held(cameraId: string): CameraLease | null
  /** The lease of now, or the last there was; null if there never was one. */
  stamp(cameraId: string): CameraLease | null
}

/** How soon an outbox that cannot be read is tried again, ms. */
const unreadableMs = 1000

/** Newest state of each camera that was not reported to the cloud in this session. */
export type UnsentStatuses = Map<string, CameraStatusReport>

interface DrainDeps {
  readonly session: Session
  readonly outbox: Outbox
  readonly confirmations: Pick<Confirmations, 'upTo'>
  readonly clock: Clock
  readonly frameRate: TokenBucket
  readonly statuses: UnsentStatuses
  /** Of a relay: every frame is stamped as it is sent, with what is held then. Null for a gateway. */
  readonly leases: LeaseStamps | null
  /** Calls back whenever something new may be there to send; returns how to end that. */
  readonly onChange: (wake: () => void) => () => void
}

/**
 * Sends what waits, until the session ends: states of cameras, then the outbox in order, never more than the
 * protocol's number without their acknowledgement and never faster than the rate of frames.
 * @param from number from which the cloud counts in this session
 */
export async function drain(from: number, deps: DrainDeps): Promise<void> {
  const { session, outbox, confirmations, clock, frameRate, statuses, leases } = deps
  const { signal } = session
  let wake = () => {}
  const stop = deps.onChange(() => wake())
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  let sent = from
  try {
    while (!signal.aborted) {
      // An acknowledgement of the session before was still on its way to the disk when `hello` told how far there was one.
      // The cloud would wait for ever for frames that are not here any more.
      if (sent < outbox.acked) return session.close(closeCodes.silent)
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      for (const [cameraId, status] of statuses) {
        await frameRate.take(clock, signal)
        if (statuses.get(cameraId) !== status) continue
        statuses.delete(cameraId)
        const lease = leases?.held(cameraId)
        // The state of a camera that another relay may hold by now is not ours to report.
        if (lease === null) continue
        session.send('camera.status', status, { lease })
      }
      const unacked = Math.max(sent - Math.max(outbox.acked, confirmations.upTo), 0)
      const room = channelLimits.unackedFrames - unacked
      // A disk that is full may keep the outbox closed for long. The line stands meanwhile, to say just that.
      const isReadable = outbox.isReadable
      const entries = room > 0 && isReadable ? await outbox.entriesAfter(sent, room) : []
      for (const { seq, type, body } of entries) {
        await frameRate.take(clock, signal)
        session.sendKept(type, body, { seq, lease: stampOf(body, leases) })
        sent = seq
      }
      if (!isReadable) await clock.delay(unreadableMs, { signal })
      else if (entries.length === 0) await Promise.race([changed, ended])
    }
  } catch (error) {
    if (!isAbort(error, signal)) throw error
  } finally {
    stop()
  }
}

function stampOf(
  body: Readonly<Record<string, unknown>>,
  leases: LeaseStamps | null,
): CameraLease | undefined {
  const cameraId = body['camera_id']
  return typeof cameraId === 'string' ? (leases?.stamp(cameraId) ?? undefined) : undefined
}
