import type { CameraSet } from '@sightline/protocol'
import type { CameraLocator } from '../discovery/camera-locator.js'
import { recognise } from '../discovery/recognise.js'
import { inBackground } from '../platform/background.js'
import type { Logger } from '../platform/logger.js'
import { StreamFailure } from '../rtsp/stream-failure.js'
import { type ResolveStreamsDeps, resolveStreams, type StreamResolution } from './resolve-streams.js'

export interface ReachCameraDeps extends ResolveStreamsDeps {
  readonly log: Logger
  /** Where cameras were found again; a relay has none. */
  readonly locator?: CameraLocator | undefined
}

const strangerMessage =
  'another device answers at the address of this camera, which is looked for on the network: if the camera was replaced, switch it off and on again in the cloud'

const stranger: StreamResolution = { kind: 'failed', fault: 'address', message: strangerMessage }

/** Streams of one camera that are connected together are asked about once, ms. No wait between attempts is shorter. */
const askedLatelyMs = 250

/**
 * The streams of a camera, at the address where it is now. A device that is known to be another one gets no password,
 * as far as that can be known without; this is checked before each connection, for addresses are given to others.
 * @param located the settings as `CameraLocator.located` gives them.
 * @throws the signal's reason only.
 */
export async function reachCamera(
  located: CameraSet,
  configured: CameraSet,
  deps: ReachCameraDeps,
  signal: AbortSignal,
): Promise<StreamResolution> {
  const { locator, clock } = deps
  if (!locator) return resolveStreams(located.connection, deps, signal)
  const isStranger = async (until: AbortSignal): Promise<boolean> => {
    // Only those that have answered before are waited for.
    if (locator.identityOf(configured).endpoint === null) return false
    const claimed = await recognise(located.connection, deps, until)
    return claimed !== null && locator.recordIdentity(configured, claimed) === 'stranger'
  }
  if (await isStranger(signal)) return stranger
  let askedAt = clock.monotonic()
  const admit = async (until: AbortSignal): Promise<void> => {
    if (clock.monotonic() - askedAt < askedLatelyMs) return
    askedAt = clock.monotonic()
    if (await isStranger(until)) throw new StreamFailure('address', strangerMessage)
  }
  const digestOnly = locator.isUnconfirmed(configured)
  const found = await resolveStreams(located.connection, { ...deps, digestOnly }, signal)
  if (found.kind === 'failed') return found
  if (found.device !== null) {
    const { mac, serial, model } = found.device
    const claimed = { mac, serial: orNull(serial), endpoint: null, model: orNull(model) }
    if (locator.recordIdentity(configured, claimed) === 'stranger') return stranger
  }
  if (locator.identityOf(configured).endpoint === null) {
    inBackground(learn(located, configured, { ...deps, locator }, signal), deps.log, 'camera.not_learnt')
  }
  return { ...found, main: { ...found.main, admit }, sub: found.sub && { ...found.sub, admit } }
}

/** Learns in the background what the device announces: the stream does not wait for it. */
async function learn(
  located: CameraSet,
  configured: CameraSet,
  deps: ReachCameraDeps & { readonly locator: CameraLocator },
  signal: AbortSignal,
): Promise<void> {
  try {
    const claimed = await recognise(located.connection, deps, signal)
    if (claimed !== null) deps.locator.recordIdentity(configured, claimed)
  } catch (err) {
    if (!signal.aborted) deps.log.debug({ cameraId: configured.camera_id, err }, 'camera.not_learnt')
  }
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
