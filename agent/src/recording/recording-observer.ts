/** What caused an event, as it is written to the outbox before anything is recorded. */
export interface OpenedEvent {
  readonly eventId: string
  readonly cameraId: string
  readonly category: string
  /** The topic as the camera sent it; empty where there is none. */
  readonly topic: string
  readonly source: 'onvif' | 'software' | 'manual'
  readonly rawSource: string
  readonly rawData: Readonly<Record<string, unknown>>
  /** Wall clock of the gateway, ms since the epoch. */
  readonly triggeredAtMs: number
}

/** A further trigger that lengthened a recording in progress. */
export interface ExtendedEvent {
  readonly eventId: string
  readonly cameraId: string
  /** The id that the further trigger brought with it, or null if it had none. */
  readonly absorbedEventId: string | null
  readonly triggeredAtMs: number
}

/** A file of a finished recording. */
export interface RecordedFile {
  readonly path: string
  readonly bytes: number
  /** Lower-case hex. */
  readonly sha256: string
  readonly width: number
  readonly height: number
}

export interface RecordedClip extends RecordedFile {
  readonly codec: 'h264' | 'h265'
  /** Presentation time of the first and the end of the last frame; wall clock, ms since the epoch. */
  readonly startAtMs: number
  readonly endAtMs: number
}

/** The end of a recording: a clip, or the reason why there is none. */
export interface ClosedEvent {
  readonly eventId: string
  readonly cameraId: string
  readonly clip: RecordedClip | null
  readonly snapshot: RecordedFile | null
  /** Null if the clip is whole; else why there is none or why it is shorter than asked. */
  readonly error: string | null
  /** What of the clip is damaged or missing, which `error` says as well; left out where nothing is. */
  readonly note?: string | undefined
}

/**
 * Whoever keeps events safe. Each call resolves once its content is durable on disk, and repeats
 * of a call for the same event change nothing.
 */
export interface RecordingObserver {
  opened(event: OpenedEvent): Promise<void>
  extended(event: ExtendedEvent): Promise<void>
  closed(event: ClosedEvent): Promise<void>
}
