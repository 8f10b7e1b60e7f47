import type { CameraSet, StreamRole } from '@sightline/protocol'

/** Which stream of a camera serves what. */
export interface StreamPlan {
  readonly recording: StreamRole
  readonly detection: StreamRole
  /** A sub stream is wanted by a setting that counts, and there is none. */
  readonly isSubMissing: boolean
}

/**
 * What the settings come to with the streams that there are. In mode `single` the camera has one connection: what is
 * recorded serves detection as well, whatever `detection_stream` says.
 */
export function planStreams(
  settings: Pick<CameraSet, 'recording_stream' | 'detection_stream' | 'stream_mode'>,
  hasSub: boolean,
): StreamPlan {
  const { recording_stream: recorded, detection_stream: detected, stream_mode: mode } = settings
  const wanted = { recording: recorded, detection: mode === 'single' ? recorded : detected }
  if (hasSub) return { ...wanted, isSubMissing: false }
  const isSubMissing = wanted.recording === 'sub' || wanted.detection === 'sub'
  return { recording: 'main', detection: 'main', isSubMissing }
}
