import type { CameraState, CameraStatus } from '@sightline/protocol'

/** What is known of a camera's state. */
export interface CameraCondition {
  /** As the gateway reported it last. */
  observed: CameraState
  /** As it is shown: by what was observed, or as an operator set it since. */
  shown: CameraStatus
}

/**
 * The condition after a report. A status that an operator set stands until the observed state changes.
 * The same report again therefore changes nothing.
 */
export function afterReport(
  { observed, shown }: CameraCondition,
  reported: CameraState,
  enabled: boolean,
): CameraCondition {
  if (reported === observed) return { observed, shown }
  return { observed: reported, shown: enabled ? shownFor(reported, shown) : 'disabled' }
}

/** The condition of a camera that begins to be watched: a new one, or one enabled again. */
export const initialCondition: CameraCondition = { observed: 'connecting', shown: 'pending' }

/** The condition of a camera that is not to be watched. */
export const disabledCondition: CameraCondition = { observed: 'disabled', shown: 'disabled' }

/** True if the status shown is none that follows from what was observed. */
export function isSetByHand({ observed, shown }: CameraCondition, enabled: boolean): boolean {
  if (!enabled) return shown !== 'disabled'
  // A camera that is being connected to shows what it was before.
  return observed === 'connecting'
    ? shown === 'disabled' || shown === 'online'
    : shown !== shownFor(observed, shown)
}

function shownFor(state: CameraState, before: CameraStatus): CameraStatus {
  switch (state) {
    case 'online':
      return 'online'
    case 'offline':
    case 'stalled':
      return 'offline'
    case 'auth_failed':
    case 'stream_limit':
    case 'unsupported':
      return 'error'
    case 'disabled':
      return 'disabled'
    case 'connecting':
      return whileConnecting[before]
  }
}

/** Pending means that there was no success yet; a lost picture is off line until it is back. */
const whileConnecting = {
  pending: 'pending',
  online: 'offline',
  offline: 'offline',
  error: 'error',
  disabled: 'pending',
} satisfies Record<CameraStatus, CameraStatus>
