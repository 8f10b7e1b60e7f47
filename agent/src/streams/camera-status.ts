import type { CameraFault, CameraState } from '@sightline/protocol'

/**
 * What is known of a camera, for people and for the cloud.
 *
 * `connecting`: enabled, and never seen since its settings last changed. Leaves with the first packet or
 * the first failure.
 * `online`: packets flow. Leaves when they stop.
 * `stalled`: the connection stood and no pictures came; it was cut and is tried again. Leaves with a
 * packet, or with a failure to connect, which says more.
 * `offline`: it cannot be reached, or answers nonsense; tried again with growing waits.
 * `auth_failed`: it refused the credentials; tried again when they change, else rarely, for cameras lock
 * accounts.
 * `stream_limit`: it serves no further client; tried again slowly.
 * `unsupported`: it answers, and its stream is nothing that can be received; tried again slowly, for
 * someone may change its settings.
 * `disabled`: switched off; nothing is tried.
 */
export interface CameraStatus {
  readonly state: CameraState
  /** Null unless the state is a fault. */
  readonly fault: CameraFault | null
  /** What to do about the fault. */
  readonly message: string | null
  /** When this state was entered; wall clock, ms since the epoch. */
  readonly sinceMs: number
}

export type CameraEvent =
  /** Settings that matter to the connection are new. */
  | { readonly kind: 'configured'; readonly enabled: boolean }
  /** The first packet of a connection reached the ring. */
  | { readonly kind: 'flowing' }
  /** The connection stood, and frames stopped coming. */
  | { readonly kind: 'stalled'; readonly message: string }
  /** A connection failed or ended. */
  | { readonly kind: 'failed'; readonly fault: CameraFault; readonly message: string }

/** The status after `event`; the same object if nothing changed. */
export function next(status: CameraStatus, event: CameraEvent, nowMs: number): CameraStatus {
  const entered = enter(status, event)
  if (entered === null) return status
  const isSame =
    entered.state === status.state && entered.fault === status.fault && entered.message === status.message
  if (isSame) return status
  return { ...entered, sinceMs: entered.state === status.state ? status.sinceMs : nowMs }
}

type Entered = Omit<CameraStatus, 'sinceMs'>

function enter(status: CameraStatus, event: CameraEvent): Entered | null {
  if (event.kind === 'configured') {
    return { state: event.enabled ? 'connecting' : 'disabled', fault: null, message: null }
  }
  // What was under way when the camera was disabled has no say any more.
  if (status.state === 'disabled') return null
  switch (event.kind) {
    case 'flowing':
      return { state: 'online', fault: null, message: null }
    case 'stalled':
      return { state: 'stalled', fault: 'timeout', message: event.message }
    case 'failed':
      return { state: stateOf(event.fault), fault: event.fault, message: event.message }
  }
}

function stateOf(fault: CameraFault): CameraState {
  switch (fault) {
    case 'auth':
      return 'auth_failed'
    case 'stream_limit':
      return 'stream_limit'
    case 'codec':
    case 'no_video':
    case 'tls':
    case 'redirect':
      return 'unsupported'
    default:
      return 'offline'
  }
}
