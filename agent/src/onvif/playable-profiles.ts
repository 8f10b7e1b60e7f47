import { answersRtsp } from './answers-rtsp.js'
import { optional } from './ask-services.js'
import { isMulticastUrl, streamUrl, urlPort } from './camera-url.js'
import { readRtspPort } from './device-answers.js'
import { readUri, type VideoProfile } from './media-answers.js'
import type { OnvifSessionDeps } from './onvif-endpoint.js'
import type { OnvifSession } from './onvif-session.js'
import { escapeXml } from './read-xml.js'

/** A profile that can be played. */
export interface DeviceProfile extends VideoProfile {
  /** Without credentials; its host is the one that answered. */
  readonly streamUrl: string
}

/** Recorders list a profile for each channel; more than this and asking them all takes too long. */
const maxProfiles = 12
const rtspPort = 554

/**
 * Of the profiles those that can be played, with the address of their stream. One that the device cannot give an address for, and those for multicast,
 * are left out.
 * @throws OnvifError
 */
export async function playableProfiles(
  session: OnvifSession,
  { profiles, password }: { readonly profiles: readonly VideoProfile[]; readonly password: string },
  deps: OnvifSessionDeps,
  signal: AbortSignal,
): Promise<DeviceProfile[]> {
  const listed = profiles.filter(({ name, token }) => !isMulticastName(name, token))
  const given: { readonly profile: VideoProfile; readonly uri: string }[] = []
  for (const profile of listed.slice(0, maxProfiles)) {
    const options = { protocol: 'RTSP', stream: 'RTP-Unicast', profileToken: escapeXml(profile.token) }
    const answer = await optional(session, () => session.ask((cam) => cam.getStreamUri(options, ignore)))
    const uri = readUri(answer, 'GetStreamUri')
    if (!isMulticastUrl(uri)) given.push({ profile, uri })
  }
  const port = await portInstead(
    session,
    given.map(({ uri }) => urlPort(uri)),
    deps,
    signal,
  )
  return given.flatMap(({ profile, uri }) => {
    const url = streamUrl(
      uri,
      session.endpoint.host,
      password,
      isWebPort(urlPort(uri), session) ? port : null,
    )
    return url === null ? [] : { ...profile, streamUrl: url }
  })
}

/** Axis and others list a profile that only multicasts. */
function isMulticastName(...names: readonly string[]): boolean {
  return names.some((name) => /mcmedia|multicast/i.test(name))
}

/** Whether a stream's port is that of a web server: cameras give out the one on which they were asked. */
function isWebPort(port: number | null, session: OnvifSession): boolean {
  return port === 80 || port === 443 || port === session.endpoint.port
}

/**
 * The port of RTSP where a stream's address names that of the web server: the one that the device says, else 554, the
 * first at which RTSP is spoken. Some speak it at the web port indeed.
 */
async function portInstead(
  session: OnvifSession,
  ports: readonly (number | null)[],
  deps: OnvifSessionDeps,
  signal: AbortSignal,
): Promise<number | null> {
  const doubtful = ports.find((port) => isWebPort(port, session)) ?? null
  if (doubtful === null) return null
  const said = readRtspPort(
    await optional(session, () => session.ask((cam) => cam.getNetworkProtocols(ignore))),
  )
  const candidates = new Set([...(said === null ? [] : [said]), rtspPort, doubtful])
  for (const port of candidates) {
    if (await answersRtsp(session.endpoint.address, port, deps, signal)) return port
  }
  return said === null || isWebPort(said, session) ? rtspPort : said
}

/** The package wants a callback; its answers go through the session instead. */
function ignore(): void {}
