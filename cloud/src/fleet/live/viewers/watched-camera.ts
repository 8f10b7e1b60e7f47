import { liveCloseCodes } from '@sightline/protocol'
import { type Caller, isKeyWithoutSite, seesSite } from '../../../platform/caller.js'
import type { CameraPlace, CameraRow, CameraStreamRow } from '../../cameras/camera.service.js'
import type { LiveEnd, WatchedCamera } from './viewer.js'

/** A camera in the words of live view. */
export function toWatchedCamera(camera: CameraRow, streams: readonly CameraStreamRow[]): WatchedCamera {
  const codecOf = (role: CameraStreamRow['role']) =>
    streams.find((stream) => stream.role === role)?.codec ?? null
  return {
    id: camera.id,
    orgId: camera.org_id,
    siteId: camera.site_id,
    gatewayId: camera.gateway_id,
    connectionMode: camera.connection_mode,
    name: camera.name,
    enabled: camera.enabled,
    codecs: { main: codecOf('main'), sub: codecOf('sub') },
  }
}

/** Why a camera that is watched is to be watched no longer; null if it may be. @param camera undefined: there is none */
export function endOfCamera(
  caller: Caller,
  camera: Pick<CameraPlace, 'site_id' | 'enabled'> | undefined,
): LiveEnd | null {
  if (!camera || (isKeyWithoutSite(caller) && !seesSite(caller, camera.site_id))) return gone
  if (!seesSite(caller, camera.site_id)) return outOfScope
  return camera.enabled ? null : disabled
}

/** A live token is for one camera, whatever its maker sees. */
export const ofAnotherCamera: LiveEnd = {
  code: liveCloseCodes.forbidden,
  reason: 'other_camera',
  message: 'This token is for another camera.',
}

const gone: LiveEnd = {
  code: liveCloseCodes.notFound,
  reason: null,
  message: 'There is no such camera, or no longer.',
}

const outOfScope: LiveEnd = {
  code: liveCloseCodes.forbidden,
  reason: 'out_of_scope',
  message: 'This camera is at a site outside your scope.',
}

const disabled: LiveEnd = {
  code: liveCloseCodes.unavailable,
  reason: 'camera_disabled',
  message: 'This camera was switched off.',
}
