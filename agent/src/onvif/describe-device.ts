import type { AddressPolicy } from '../platform/address-policy.js'
import type { Logger } from '../platform/logger.js'
import { snapshotUrl, streamUrl } from './camera-url.js'
import { chooseStreams } from './choose-streams.js'
import {
  type DeviceInformation,
  readDeviceInformation,
  readHardwareAddress,
  readServicePaths,
  readSystemTime,
} from './device-answers.js'
import { readMac } from './mac-address.js'
import { readUri, readVideoProfiles, type VideoProfile } from './media-answers.js'
import { OnvifError, type OnvifFailure } from './onvif-error.js'
import { type OnvifAuthentication, OnvifSession, type OnvifSessionDeps } from './onvif-session.js'
import { escapeXml, type XmlNode } from './read-xml.js'
import { resolveHost } from './resolve-host.js'

export interface OnvifTarget {
  /** Name or IP literal, as typed. */
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

export interface DescribeDeps extends OnvifSessionDeps {
  readonly allowed: AddressPolicy
  readonly log: Logger
}

/** A profile that can be played. */
export interface DeviceProfile extends VideoProfile {
  /** Without credentials; its host is the one that answered. */
  readonly streamUrl: string
}

/** What a device says of itself. */
export interface DescribedDevice extends DeviceInformation {
  /** `aa:bb:cc:dd:ee:ff`, or null if the device does not tell. */
  readonly mac: string | null
  /** The device's clock minus ours, ms, to about a second; null if it does not tell the time. */
  readonly clockOffsetMs: number | null
  /** `none`: the device answers everybody, so the credentials are not proven. */
  readonly authentication: OnvifAuthentication
  readonly profiles: readonly DeviceProfile[]
  readonly main: DeviceProfile
  readonly sub: DeviceProfile | null
  /** A still picture of the main stream over HTTP, if the device offers one. */
  readonly snapshotUrl: string | null
}

export type DescribeResult =
  | { readonly ok: true; readonly device: DescribedDevice }
  | { readonly ok: false; readonly failure: OnvifFailure }

/** Recorders list a profile for each channel; more than this and asking them all takes too long. */
const maxProfiles = 12

/**
 * Asks an ONVIF device who it is and where its streams are. The credentials are tried once; an account that
 * the device refuses is not tried again.
 * @throws the signal's reason if `signal` aborts; every other outcome is a value.
 */
export async function describeDevice(
  target: OnvifTarget,
  deps: DescribeDeps,
  signal: AbortSignal,
): Promise<DescribeResult> {
  try {
    const address = await resolveHost(target.host, deps.allowed, deps.clock)
    const credentials = target.username === '' && target.password === '' ? null : target
    using session = new OnvifSession(
      { address, port: target.port, host: target.host },
      credentials,
      deps,
      signal,
    )
    return { ok: true, device: await describe(session, target, deps) }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof OnvifError)) throw error
    deps.log.debug({ host: target.host, fault: error.fault, err: error }, 'onvif.not_described')
    return { ok: false, failure: { fault: error.fault, message: error.message } }
  }
}

async function describe(
  session: OnvifSession,
  target: OnvifTarget,
  deps: DescribeDeps,
): Promise<DescribedDevice> {
  const clockOffsetMs = await measureClock(session, deps)
  const information = readDeviceInformation(await session.ask((cam) => cam.getDeviceInformation(ignore)))
  await findServices(session)
  const profiles = await playableProfiles(session, target)
  const chosen = chooseStreams(profiles)
  if (chosen === null) throw new OnvifError('no_video', 'the device offers no video stream over RTSP')
  const still = await optional(session, () =>
    session.ask((cam) => cam.getSnapshotUri({ profileToken: escapeXml(chosen.main.token) }, ignore)),
  )
  const interfaces = await optional(session, () => session.ask((cam) => cam.getNetworkInterfaces(ignore)))
  return {
    ...information,
    mac: readMac(readHardwareAddress(interfaces)),
    clockOffsetMs,
    authentication: session.authentication,
    profiles,
    ...chosen,
    snapshotUrl: snapshotUrl(readUri(still, 'GetSnapshotUri'), target.host, target.password),
  }
}

/** Sets the session to the device's clock, or to ours if it does not tell: WS-Security allows few seconds. */
async function measureClock(session: OnvifSession, deps: DescribeDeps): Promise<number | null> {
  const beforeMs = deps.clock.now()
  const { answer, reply } = await session.askOpenly((cam) => cam.getSystemDateAndTime(ignore))
  const middleMs = (beforeMs + deps.clock.now()) / 2
  const said = answer.kind === 'response' ? readSystemTime(answer.body) : null
  const cameraMs = said ?? reply.dateMs
  session.setCameraClock(cameraMs ?? middleMs)
  return cameraMs === null ? null : Math.round(cameraMs - middleMs)
}

async function findServices(session: OnvifSession): Promise<void> {
  const services = await optional(session, () => session.ask((cam) => cam.getServices(true, ignore)))
  const found = readServicePaths(services)
  const { media, media2 } =
    found.media === null && found.media2 === null
      ? readServicePaths(await optional(session, () => session.ask((cam) => cam.getCapabilities(ignore))))
      : found
  if (media !== null) session.setServicePath('media', media)
  if (media2 !== null) session.setServicePath('media2', media2)
}

/** Profiles with the address of their stream. One that the device cannot give an address for is left out. */
async function playableProfiles(session: OnvifSession, target: OnvifTarget): Promise<DeviceProfile[]> {
  const listed = await videoProfiles(session)
  const playable: DeviceProfile[] = []
  for (const profile of listed.slice(0, maxProfiles)) {
    const options = { protocol: 'RTSP', stream: 'RTP-Unicast', profileToken: escapeXml(profile.token) }
    const answer = await optional(session, () => session.ask((cam) => cam.getStreamUri(options, ignore)))
    const url = streamUrl(readUri(answer, 'GetStreamUri'), target.host, target.password)
    if (url !== null) playable.push({ ...profile, streamUrl: url })
  }
  return playable
}

/** Media2 where there is one, since only it knows H.265; Media1 where Media2 fails or lists nothing. */
async function videoProfiles(session: OnvifSession): Promise<VideoProfile[]> {
  const getProfiles = (): Promise<XmlNode> => session.ask((cam) => cam.getProfiles(ignore))
  const found = readVideoProfiles(session.hasMedia2 ? await optional(session, getProfiles) : undefined)
  if (found.length > 0) return found
  session.withoutMedia2()
  return readVideoProfiles(await getProfiles())
}

/**
 * The answer to something a device may lack, or this account may not ask; undefined then. Credentials that
 * were never accepted are not passed over.
 */
async function optional(session: OnvifSession, ask: () => Promise<XmlNode>): Promise<XmlNode> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof OnvifError)) throw error
    const isLacking = error.fault === 'protocol' || error.fault === 'not_found'
    if (isLacking || (error.fault === 'auth' && session.isProven)) return undefined
    throw error
  }
}

/** The package wants a callback; what it would hear goes through the session instead. */
function ignore(): void {}
