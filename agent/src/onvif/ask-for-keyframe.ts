import { findServices } from './ask-services.js'
import { type OnvifAccess, type OpenSessionDeps, openSession } from './open-session.js'
import { escapeXml } from './read-xml.js'

/** A stream of a device that speaks ONVIF. */
export interface KeyframeTarget extends OnvifAccess {
  readonly profileToken: string
  /** Refuses where another device answers at the address by now. */
  readonly admit?: ((signal: AbortSignal) => Promise<void>) | undefined
}

/**
 * Asks a device to begin a group of pictures now (ONVIF Media, SetSynchronizationPoint).
 * @throws OnvifError, StreamFailure, or the signal's reason
 */
export async function askForKeyframe(
  { profileToken, admit, ...place }: KeyframeTarget,
  deps: OpenSessionDeps,
  signal: AbortSignal,
): Promise<void> {
  await admit?.(signal)
  using session = await openSession(place, deps, signal)
  await findServices(session)
  const options = { profileToken: escapeXml(profileToken) }
  await session.ask((cam) => cam.setSynchronizationPoint(options, ignore), { signal })
}

/** The package wants a callback; its answers go through the session instead. */
function ignore(): void {}
