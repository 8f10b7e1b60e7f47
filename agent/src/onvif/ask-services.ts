import { readServicePaths, type ServicePaths } from './device-answers.js'
import { type MediaChannel, readChannels, readVideoProfiles, type VideoProfile } from './media-answers.js'
import { OnvifError } from './onvif-error.js'
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

/** Media2 where there is one, since only it knows H.265; Media1 where Media2 fails or lists nothing. */
export async function listMedia(session: OnvifSession): Promise<MediaListing> {
  const getProfiles = (): Promise<XmlNode> => session.ask((cam) => cam.getProfiles(ignore))
  const listing = (body: XmlNode) => ({ profiles: readVideoProfiles(body), channels: readChannels(body) })
  const found = listing(session.hasMedia2 ? await optional(session, getProfiles) : undefined)
  if (found.profiles.length > 0) return found
  session.withoutMedia2()
  return listing(await getProfiles())
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
