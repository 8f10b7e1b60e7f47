/** One frame as it was written to one client. */
export interface SentFrame {
  readonly stream: StreamName
  /** Number of the RTSP session on this camera, from 1. */
  readonly session: number
  /** Grows by one with every frame of the camera's clock, whether anybody watches or not. */
  readonly frameNumber: number
  /** What the pixels show: the frame number modulo the picture's `loopFrames`. */
  readonly counter: number
  readonly moving: boolean
  readonly keyframe: boolean
  readonly rtpTimestamp: number
  /** Wall clock, milliseconds since the epoch. */
  readonly sentAtMs: number
  /** Nothing of it was lost or damaged on its way. */
  readonly isWhole: boolean
}

/** Of the first channel, and of the further ones, which are counted from 2. */
export type StreamName = 'main' | 'sub' | `ch${number}-${'main' | 'sub'}`

/** The newest frames that are kept, so that a camera left running does not grow: of nearly two hours. */
const FRAMES_KEPT = 100_000

/** What the camera saw and did. Credentials appear as counts only. */
export class Counters {
  connectionsOpened = 0
  connectionsOpen = 0
  sessionsOpened = 0
  sessionsPlaying = 0
  sessionsTimedOut = 0
  framesSent = 0
  /** Frames left out because a client did not read. */
  framesSkipped = 0
  rtcpReportsReceived = 0
  /** Packets that clients sent to the RTP port, to open a way through a firewall. */
  holesPunched = 0
  /** Clients that set up the way back for sound. */
  waysBackSetUp = 0
  credentialsOk = 0
  credentialsFailed = 0
  probesAnswered = 0
  reboots = 0
  snapshotsServed = 0
  /** The channels of which stills were served, from 1, in order. */
  readonly snapshotChannels: number[] = []
  /** RTSP requests by method. */
  readonly requests: Record<string, number> = {}
  /** ONVIF requests by the name of the operation. */
  readonly onvifRequests: Record<string, number> = {}
  readonly frames: SentFrame[] = []

  countRequest(method: string): void {
    this.requests[method] = (this.requests[method] ?? 0) + 1
  }

  countOnvifRequest(operation: string): void {
    this.onvifRequests[operation] = (this.onvifRequests[operation] ?? 0) + 1
  }

  countFrame(frame: SentFrame): void {
    this.framesSent++
    this.frames.push(frame)
    if (this.frames.length > FRAMES_KEPT) this.frames.splice(0, FRAMES_KEPT / 10)
  }
}
