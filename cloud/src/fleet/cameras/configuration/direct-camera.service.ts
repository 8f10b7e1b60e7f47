import type { ProbeOutcome } from '@sightline/protocol'
import type { Tx } from '../../../platform/database/handles.js'
import { notifyNodes } from '../../channel/node-notice.service.js'
import { listStreams, lockCamera, replaceStreams, saveCamera } from '../camera.repository.js'
import { withPlainUrls } from '../probing/probe-camera.js'
import { activeTier } from '../settings/camera-columns.js'

/** A camera in direct mode changed: at COMMIT the nodes that hold relays are notified. */
export async function notifyRelays(tx: Tx): Promise<void> {
  await notifyNodes(tx, { kind: 'direct_camera' })
}

/** True if it is not known yet what the camera sends: it was registered without a probe. */
export async function needsProbe(tx: Tx, orgId: string, cameraId: string): Promise<boolean> {
  const streams = await listStreams(tx, orgId, cameraId)
  return streams.length === 0 || streams.some(({ codec }) => codec === null)
}

/** Stores what a relay found at a camera in direct mode: its streams, and by what the device is known again. */
export async function saveProbedFacts(
  tx: Tx,
  orgId: string,
  cameraId: string,
  outcome: Extract<ProbeOutcome, { reachable: true }>,
): Promise<void> {
  const camera = await lockCamera(tx, orgId, cameraId)
  if (camera?.connection_mode !== 'direct') return
  const found = withPlainUrls(outcome)
  const known = await listStreams(tx, orgId, cameraId)
  const streams = found.streams.flatMap(({ role, url, codec, width, height, fps }) => {
    const stored = known.find((stream) => stream.role === role)
    // The addresses of an RTSP camera are those that a person gave; an ONVIF camera says its own.
    if (camera.type === 'rtsp' && !stored) return []
    return [{ role, url: camera.type === 'rtsp' && stored ? stored.url : url, codec, width, height, fps }]
  })
  const missing = known.filter(
    ({ role }) => camera.type === 'rtsp' && !streams.some((one) => one.role === role),
  )
  await replaceStreams(tx, orgId, cameraId, [
    ...streams,
    ...missing.map(({ role, url, codec, width, height, fps }) => ({ role, url, codec, width, height, fps })),
  ])
  await saveCamera(tx, orgId, cameraId, {
    active_tier: activeTier(camera, [...streams, ...missing]),
    identity:
      found.serial === null ? undefined : JSON.stringify({ ...camera.identity, serial: found.serial }),
  })
}
