import type { CameraFault } from '@sightline/protocol'
import type { AgentErrorKind } from '../platform/errors.js'

/** What kind of trouble a fault of a camera is, and so the exit code. */
export function kindOfFault(fault: CameraFault): AgentErrorKind {
  switch (fault) {
    case 'auth':
      return 'camera_auth'
    case 'dns':
    case 'refused':
    case 'timeout':
      return 'unreachable'
    case 'address':
    case 'clock':
    case 'codec':
    case 'no_video':
    case 'not_found':
    case 'not_rtsp':
    case 'protocol':
    case 'redirect':
    case 'stream_limit':
    case 'tls':
      return 'camera_refused'
  }
}
