import {
  type CameraDiagnostics,
  type CameraStatusReport,
  describeWarning,
  type ShownWarning,
  type StreamRole,
} from '@sightline/protocol'
import type { ObservedFacts } from '../camera.table.js'

/** What a report says of the stream with this role. */
export function reportedStream({ streams }: ObservedFacts, role: StreamRole) {
  return streams?.find((stream) => stream.role === role)
}

/** In which stream movement is detected, as reported last; undefined where it is not, or nothing was reported. */
export function detectedIn({ streams }: Pick<CameraStatusReport, 'streams'>): StreamRole | undefined {
  return streams?.find(({ used_for }) => used_for.includes('detection'))?.role
}

/** The warnings of the gateway in words; those of a later version are left out. */
export function showWarnings({ warnings = [] }: ObservedFacts): ShownWarning[] {
  return warnings.flatMap((warning) => {
    const words = describeWarning(warning)
    return words ? [{ ...warning, ...words }] : []
  })
}

type EventsCondition = NonNullable<CameraDiagnostics['events']>
type MotionCondition = NonNullable<CameraDiagnostics['motion']>

/** How the camera's own events come; a state that is not known is as degraded. */
export function showEvents({ events }: ObservedFacts): EventsCondition | null {
  if (!events) return null
  const { last_event_at, last_renew_at, motion_seen } = events
  const state = eventStates.find((one) => one === events.state) ?? 'degraded'
  return { state, last_event_at, last_renew_at, motion_seen, ...eventWords[state] }
}

const eventWords: Record<EventsCondition['state'], Pick<EventsCondition, 'message' | 'remedy'>> = {
  connecting: { message: 'The gateway is subscribing to the events of the camera.', remedy: null },
  subscribed: { message: 'The gateway receives the events of the camera.', remedy: null },
  degraded: {
    message: 'The events of the camera do not come as they should; movement is looked for in the pictures.',
    remedy: 'Check that events are switched on in the camera, and that the account may receive them.',
  },
  unsupported: {
    message: 'The camera has no events; movement is looked for in the pictures.',
    remedy: null,
  },
  tombstoned: {
    message:
      'Subscribing to events makes this camera restart, so that it is left alone; movement is looked for in the pictures.',
    remedy: 'Install a newer firmware: then it is tried again.',
  },
  off: { message: 'The gateway does not listen to the events of the camera now.', remedy: null },
}
const eventStates = ['connecting', 'subscribed', 'degraded', 'unsupported', 'tombstoned', 'off'] as const

/** How the gateway detects movement; a state that is not known is as degraded. */
export function showMotion({ motion }: ObservedFacts): MotionCondition | null {
  if (!motion) return null
  const { stream, last_motion_at } = motion
  return { state: motionStates.find((one) => one === motion.state) ?? 'degraded', stream, last_motion_at }
}

const motionStates = ['watching', 'standby', 'waiting', 'learning', 'degraded', 'off'] as const
