import { readServicePaths, type ServicePaths } from './device-answers.js'
import { type MediaChannel, readChannels, readVideoProfiles, type VideoProfile } from './media-answers.js'
import { ConnectionLost, OnvifError } from './onvif-error.js'
import type { OnvifSession } from './onvif-session.js'
import type { XmlNode } from './read-xml.js'

/** Learns from the device at which paths its services answer; where it does not say, the usual ones stay. */
export async function findServices(session: OnvifSession): Promise<ServicePaths> {
  const services = await optional(session, () => session.ask((cam) => cam.getServices(true, ignore)))
  const found = readServicePaths(services)
  const paths =
    found.media === null && found.media2 === null
      ? readServicePaths(await optional(session, () => session.ask((cam) => cam.getCapabilities(ignore))))
      : found
  for (const service of ['media', 'media2', 'ptz', 'events'] as const) {
    const path = paths[service]
    if (path !== null) session.setServicePath(service, path)
  }
  return paths
}

/** What a device shows. */
export interface MediaListing {
  readonly profiles: readonly VideoProfile[]
  readonly channels: readonly MediaChannel[]
}

/**
 * Media2 where there is one, since only it knows H.265; Media1 where Media2 fails or lists nothing, which is remembered
 * where Media1 does better.
 */
export async function listMedia(session: OnvifSession): Promise<MediaListing> {
  if (!session.hasMedia2) return listingOf(await askForProfiles(session))
  let hasAnswered = true
  const byMedia2 = await optional(session, () =>
    askForProfiles(session).catch((error: unknown) => {
      hasAnswered = !(error instanceof ConnectionLost)
      throw error
    }),
  )
  const found = listingOf(byMedia2)
  if (found.profiles.length > 0) return found
  session.withoutMedia2()
  const listing = listingOf(await askForProfiles(session))
  if (hasAnswered && listing.profiles.length > 0) session.device.isMedia2Broken = true
  return listing
}

function askForProfiles(session: OnvifSession): Promise<XmlNode> {
  return session.ask((cam) => cam.getProfiles(ignore))
}

function listingOf(body: XmlNode): MediaListing {
  return { profiles: readVideoProfiles(body), channels: readChannels(body) }
}

/**
 * The answer to something a device may lack, or this account may not ask; undefined then. Credentials that
 * were never accepted are not passed over.
 */
export async function optional(session: OnvifSession, ask: () => Promise<XmlNode>): Promise<XmlNode> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof OnvifError)) throw error
    const isLacking = error.fault === 'protocol' || error.fault === 'not_found'
    if (isLacking || (error.fault === 'auth' && session.isProven)) return undefined
    throw error
  }
}

/** The package wants a callback; its answers go through the session instead. */
function ignore(): void {}
