import type { CameraOptions } from '../fakes/camera/index.js'

/** A camera of the run, by its number from 0: what it is like. */
export interface SoakCamera {
  readonly options: CameraOptions
  /** It tells of its movement by ONVIF; else the agent looks for movement in its picture. */
  readonly hasEvents: boolean
  /** Its second stream is received too. */
  readonly isDual: boolean
}

/** The camera grants less than the agent asks for, so that subscriptions are renewed all the time, s. */
const shortTermSec = 30

/**
 * Cameras of all kinds: with events of their own, sound, H.265, over UDP, over TLS, and odd in what they send. Of 48 each
 * is there three times.
 */
export function soakCamera(index: number): SoakCamera {
  const hasEvents = index % 3 === 0
  return {
    hasEvents,
    isDual: index % 6 === 2,
    options: {
      name: `Camera ${index + 1}`,
      timetable: 'rest',
      onvif: hasEvents,
      onvifEvents: hasEvents ? { mostTermSec: shortTermSec } : null,
      ...variant(index),
    },
  }
}

function variant(index: number): CameraOptions {
  switch (index % 16) {
    case 1:
      return { picture: { codec: 'h265' } }
    case 2:
      return { audio: 'tone-aac' }
    case 3:
      return { audio: 'tone' }
    case 4:
      return { transports: ['udp'] }
    case 5:
      return { tls: 'self-signed' }
    case 8:
      return { faults: { videoClockError: 0.005 } }
    case 9:
      return {
        picture: { codec: 'h265' },
        faults: { rtsp: { interleaving: { strayEverySec: 8, seed: index } } },
      }
    case 10:
      // Half of its time passes between two requests, so that a busy machine is not late.
      return {
        audio: 'tone-aac',
        sessionTimeoutSec: 20,
        faults: { rtsp: { getParameter: 400, countsOnlyOk: true } },
      }
    case 11:
      return { picture: { intraRefresh: true } }
    case 12:
      // Rings hold whole groups: by where they stand between two keyframes they differ by less than the margins allow.
      return { transports: ['udp'], picture: { gopSec: 8 } }
    case 13:
      return { tls: 'self-signed', faults: { videoClockError: -0.012, loseEvery: 401 } }
    case 6:
    case 14:
      return {
        faults: { rtsp: { sources: 'next-at-keyframe', sentPayloadType: [96, 110] }, setsInTurn: true },
      }
    case 7:
    case 15:
      return {
        faults: { rtsp: { emptyPackets: 'padding' }, videoTimeStrays: { bySec: -9800, everySec: 2 } },
      }
    default:
      return {}
  }
}

/** What happens to a site, and how often, ms between two of a kind over all cameras. */
export const happenings = {
  /** Somebody walks by: an event by the camera's own word or by the picture, a recording, an upload. */
  movement: { everyMs: 1600 },
  /** Connections are reset. */
  reset: { everyMs: 2500 },
  /** A camera sends nothing for a while, and is off line. */
  freeze: { everyMs: 20_000, lastsMs: 15_000 },
  /** A camera has no power for a while. */
  outage: { everyMs: 20_000, lastsMs: 6000 },
  /** Somebody triggers a recording. */
  trigger: { everyMs: 6000 },
  /** Somebody changes settings. */
  change: { everyMs: 9000 },
  /** Somebody switches a camera off and on. */
  pause: { everyMs: 20_000, lastsMs: 5000 },
  /** Somebody removes a camera and adds it anew. */
  replacement: { everyMs: 30_000 },
  /** The line to the cloud breaks. */
  cut: { everyMs: 60_000, lastsMs: 6000 },
} as const

export type Happening = keyof typeof happenings

export const happeningKinds = [
  'movement',
  'reset',
  'freeze',
  'outage',
  'trigger',
  'change',
  'pause',
  'replacement',
  'cut',
] as const satisfies readonly Happening[]
