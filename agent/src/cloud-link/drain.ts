import { type CameraStatusReport, channelLimits } from '@sightline/protocol'
import type { Outbox } from '../outbox/outbox.js'
import { isAbort } from '../platform/errors.js'
import type { Pacer } from './pacer.js'
import type { Session } from './session.js'

/** Newest state of each camera that the cloud has not been told in this session. */
export type UnsentStatuses = Map<string, CameraStatusReport>

export interface DrainDeps {
  readonly session: Session
  readonly outbox: Outbox
  readonly pacer: Pacer
  readonly statuses: UnsentStatuses
  /** Calls back whenever something new may be there to send; returns how to end that. */
  readonly onChange: (wake: () => void) => () => void
}

/**
 * Sends what waits, until the session ends: states of cameras, then the outbox in order, never more than the
 * protocol's number without their acknowledgement and never faster than the pacer allows.
 * @param from number of the last durable frame that the cloud has.
 */
export async function drain(from: number, deps: DrainDeps): Promise<void> {
  const { session, outbox, pacer, statuses } = deps
  const { signal } = session
  let wake = () => {}
  const stop = deps.onChange(() => wake())
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  let sent = from
  try {
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      for (const [cameraId, status] of statuses) {
        await pacer.turn(signal)
        if (statuses.get(cameraId) !== status) continue
        statuses.delete(cameraId)
        session.send('camera.status', status)
      }
      const room = channelLimits.unackedFrames - (sent - outbox.acked)
      const entries = room > 0 ? await outbox.entriesAfter(sent, room) : []
      for (const { seq, type, body } of entries) {
        await pacer.turn(signal)
        session.sendKept(type, body, seq)
        sent = seq
      }
      if (entries.length === 0) await Promise.race([changed, ended])
    }
  } catch (error) {
    if (!isAbort(error, signal)) throw error
  } finally {
    stop()
  }
}
