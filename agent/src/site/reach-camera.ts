import type { CameraSet } from '@sightline/protocol'
import { recognise } from '../discovery/recognise.js'
import type { Whereabouts } from '../discovery/whereabouts.js'
import type { Logger } from '../platform/logger.js'
import { StreamFailure } from '../rtsp/stream-failure.js'
import { type FindStreamsDeps, type FoundStreams, findStreams } from './find-streams.js'

export interface ReachCameraDeps extends FindStreamsDeps {
  readonly log: Logger
  /** Where cameras were found again; a relay has none. */
  readonly whereabouts?: Whereabouts | undefined
}

const strangerMessage =
  'another device answers at the address of this camera, which is looked for on the network: if the camera was replaced, switch it off and on again in the cloud'

const stranger: FoundStreams = { kind: 'failed', fault: 'address', message: strangerMessage }

/** Streams of one camera that are connected together are asked about once, ms. No wait between attempts is shorter. */
const askedLatelyMs = 250

/**
 * The streams of a camera, at the address where it is now. A device that is known to be another one gets no password,
 * as far as it can be told without; that is looked at before each connection, for addresses are given to others.
 * @param located the settings as `Whereabouts.located` gives them.
 * @throws the signal's reason only.
 */
export async function reachCamera(
  located: CameraSet,
  configured: CameraSet,
  deps: ReachCameraDeps,
  signal: AbortSignal,
): Promise<FoundStreams> {
  const { whereabouts, clock } = deps
  if (!whereabouts) return findStreams(located.connection, deps, signal)
  const isStranger = async (until: AbortSignal): Promise<boolean> => {
    // Only those that have answered before are waited for.
    if (whereabouts.identityOf(configured).endpoint === null) return false
    const said = await recognise(located.connection, deps, until)
    return said !== null && whereabouts.met(configured, said) === 'stranger'
  }
  if (await isStranger(signal)) return stranger
  let askedAt = clock.monotonic()
  const admit = async (until: AbortSignal): Promise<void> => {
    if (clock.monotonic() - askedAt < askedLatelyMs) return
    askedAt = clock.monotonic()
    if (await isStranger(until)) throw new StreamFailure('address', strangerMessage)
  }
  const digestOnly = whereabouts.isOnTrial(configured)
  const found = await findStreams(located.connection, { ...deps, digestOnly }, signal)
  if (found.kind === 'failed') return found
  if (found.device !== null) {
    const { mac, serial, model } = found.device
    const said = { mac, serial: orNull(serial), endpoint: null, model: orNull(model) }
    if (whereabouts.met(configured, said) === 'stranger') return stranger
  }
  if (whereabouts.identityOf(configured).endpoint === null) {
    void learn(located, configured, whereabouts, deps, signal)
  }
  return { ...found, main: { ...found.main, admit }, sub: found.sub && { ...found.sub, admit } }
}

/** Learns in the background what the device announces: the stream does not wait for it. */
async function learn(
  located: CameraSet,
  configured: CameraSet,
  whereabouts: Whereabouts,
  deps: ReachCameraDeps,
  signal: AbortSignal,
): Promise<void> {
  try {
    const said = await recognise(located.connection, deps, signal)
    if (said !== null) whereabouts.met(configured, said)
  } catch (err) {
    if (!signal.aborted) deps.log.debug({ cameraId: configured.camera_id, err }, 'camera.not_learnt')
  }
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
