import type { ChannelErrorCode, Ptz, PtzOutcome, Result } from '@sightline/protocol'
import type { CameraSupervisor } from '../cameras/camera-supervisor.js'
import type { PtzControllers } from '../cameras/ptz-controllers.js'
import { OnvifError, OperationRefused } from '../onvif/onvif-error.js'
import { done, refused } from './results.js'

/** Moves a camera as the cloud asks; it ends by itself. @throws the signal's reason */
export async function moveCamera(
  command: Ptz,
  { supervisor, ptz }: { readonly supervisor: CameraSupervisor; readonly ptz: PtzControllers },
  signal: AbortSignal,
): Promise<Result> {
  const camera = supervisor.camera(command.camera_id)
  if (!camera) return refused('camera_unknown', 'this gateway has no such camera')
  const { connection, digestOnly } = camera.location
  if (!camera.settings.enabled) return refused('camera_offline', 'the camera is switched off')
  if (connection.type !== 'onvif') {
    return refused('unsupported', 'the camera is known by its stream only: movement needs ONVIF')
  }
  const { direction, magnitude, duration_ms: durationMs } = command
  const movement = { direction, magnitude, durationMs }
  try {
    const begun = await unlessAborted(
      ptz.of(command.camera_id, connection, digestOnly).move(movement, signal),
      signal,
    )
    return done({
      started_at: new Date(begun.startedAtMs).toISOString(),
      stops_at: new Date(begun.stopsAtMs).toISOString(),
    } satisfies PtzOutcome)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof OnvifError) return refused(codeOf(error), error.message)
    throw error
  }
}

function codeOf(error: OnvifError): ChannelErrorCode {
  // An account without the right to move the camera is met by this person as one that cannot be moved.
  if (error instanceof OperationRefused || error.fault === 'auth') return 'unsupported'
  return error.fault === 'protocol' || error.fault === 'clock' ? 'unavailable' : 'camera_offline'
}

/** The result, or the signal's reason if that comes first; the work goes on then. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
