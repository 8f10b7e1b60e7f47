import type { Challenge, Credentials } from './authentication.js'
import type { FaultSettings } from './faults.js'
import type { Join } from './live-stream.js'
import type { EventOptions } from './onvif/event-options.js'
import type { OnvifLogin } from './onvif/onvif-logins.js'
import { type PictureOptions, SUB_PICTURE, TEST_PICTURE } from './picture/picture.js'
import type { AudioOption } from './rtsp/audio-source.js'
import type { Timetable } from './timetable.js'

/** Everything about a camera that is settled before it starts. */
export interface ResolvedOptions {
  /** Shown in SDP, scopes and mDNS, and the realm of its challenges. */
  readonly name: string
  /** The address that all sockets are bound to. */
  readonly host: string
  /** 0 takes a free port. */
  readonly rtspPort: number
  readonly paths: { readonly main: string; readonly sub: string }
  readonly credentials: Credentials
  /** In the order of preference; empty for a camera that asks nobody. */
  readonly challenges: readonly Challenge[]
  readonly picture: PictureOptions
  /** Null: no sub stream, its path is a 404. */
  readonly subPicture: PictureOptions | null
  /** Beside the first, as of a recorder: each with the same streams, at `/ch2/main` and so on. */
  readonly furtherChannels: number
  readonly timetable: Timetable
  readonly join: Join
  /** A tone in A-law, mu-law or AAC; or a track that is described and never sends. */
  readonly audio: AudioOption
  readonly parameterSets: 'both' | 'sdp-only' | 'in-band-only'
  readonly controlUrls: 'relative' | 'absolute'
  /** What a client may ask for in SETUP; the rest is a 461. */
  readonly transports: readonly ('tcp' | 'udp')[]
  /** rtsps in place of rtsp, with a certificate that the camera signed itself; as today, or as ten years ago. */
  readonly tls: 'none' | 'self-signed' | 'outdated'
  readonly sessionTimeoutSec: number
  /** How far the camera's clock is ahead of ours, milliseconds; in ONVIF and in RTCP. */
  readonly clockOffsetMs: number
  /** The stable name of the device in discovery; null makes a new one at each start. */
  readonly uuid: string | null
  /** Null derives both from the uuid. */
  readonly mac: string | null
  readonly serial: string | null
  readonly manufacturer: string
  readonly model: string
  readonly firmware: string
  /** Serve ONVIF and the snapshot. */
  readonly onvif: boolean
  /** Whether it has a motor: one that turns, or turns and zooms. */
  readonly ptz: 'none' | 'pan-tilt' | 'pan-tilt-zoom'
  /** Which channel the motor turns, from 1. */
  readonly ptzChannel: number
  /** 0 takes a free port. */
  readonly onvifPort: number
  readonly onvifLogins: readonly OnvifLogin[]
  /** Which of the two media services there are. */
  readonly onvifMedia: 'media1' | 'media2' | 'both'
  /** Its own events, where they differ from the usual; null (the default): it has none. */
  readonly onvifEvents: Partial<EventOptions> | null
  /** How far a username token may be from the camera's clock, seconds. */
  readonly onvifClockWindowSec: number
  /** The host in the addresses that the camera gives out, where it is a wrong one. */
  readonly announcedHost: string | null
  /** Answer WS-Discovery. Off by default: a multicast reaches everybody on the machine. */
  readonly wsDiscovery: boolean
  /** How often each Probe is answered, and what is announced beside the right address. */
  readonly probeAnswers: number
  readonly extraXaddrs: readonly string[]
  /** Scopes in discovery: as they should be, none at all, or with a name in raw Latin-1. */
  readonly scopes: 'encoded' | 'missing' | 'mojibake'
  /** What it says it is: printers and PCs answer Probes for everything. */
  readonly discoveredAs: 'camera' | 'printer'
  /** Sent before each right answer to a Probe: broken XML, or a datagram of 60 KiB. */
  readonly probeNoise: readonly ('bad-xml' | 'huge')[]
  /** So many ONVIF connections at once, and it reboots; null for one that bears any number. */
  readonly rebootsAtConnections: number | null
  /** Announce by mDNS; takes a second at the start. */
  readonly mdns: boolean
  readonly faults: Partial<FaultSettings>
}

export type CameraOptions = Partial<Omit<ResolvedOptions, 'picture' | 'subPicture'>> & {
  /** What differs from the test picture (640x360, 15 frames/s, a keyframe each second). */
  readonly picture?: Partial<PictureOptions>
  readonly subPicture?: Partial<PictureOptions> | null
}

export const DEFAULT_CREDENTIALS: Credentials = { username: 'admin', password: 'fake:C@m/3ra?' }

const DEFAULTS: Omit<ResolvedOptions, 'picture' | 'subPicture'> = {
  name: 'Fake camera',
  host: '127.0.0.1',
  rtspPort: 0,
  paths: { main: '/main', sub: '/sub' },
  credentials: DEFAULT_CREDENTIALS,
  challenges: [{ scheme: 'Digest' }],
  furtherChannels: 0,
  timetable: { restSec: 10, moveSec: 5 },
  join: 'forced-keyframe',
  audio: 'none',
  parameterSets: 'both',
  controlUrls: 'relative',
  transports: ['tcp'],
  tls: 'none',
  sessionTimeoutSec: 60,
  clockOffsetMs: 0,
  uuid: null,
  mac: null,
  serial: null,
  manufacturer: 'Sightline',
  model: 'FC-100',
  firmware: '1.10',
  onvif: true,
  ptz: 'none',
  ptzChannel: 1,
  onvifPort: 0,
  onvifLogins: ['username-token', 'http-digest'],
  onvifMedia: 'media1',
  onvifEvents: null,
  onvifClockWindowSec: 300,
  announcedHost: null,
  wsDiscovery: false,
  probeAnswers: 1,
  extraXaddrs: [],
  scopes: 'encoded',
  discoveredAs: 'camera',
  probeNoise: [],
  rebootsAtConnections: null,
  mdns: false,
  faults: {},
}

/** The given options over the defaults. */
export function resolveOptions(given: CameraOptions): ResolvedOptions {
  const { picture, subPicture, ...rest } = given
  return {
    ...DEFAULTS,
    ...rest,
    picture: { ...TEST_PICTURE, ...picture },
    subPicture: subPicture === null ? null : { ...SUB_PICTURE, ...subPicture },
  }
}
