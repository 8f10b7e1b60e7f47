import type { AddressPolicy } from '../platform/address-policy.js'
import type { Logger } from '../platform/logger.js'
import { findServices, measureClock, optional, videoProfiles } from './ask-services.js'
import { snapshotUrl, streamUrl } from './camera-url.js'
import { chooseStreams } from './choose-streams.js'
import { type DeviceInformation, readDeviceInformation, readHardwareAddress } from './device-answers.js'
import { readMac } from './mac-address.js'
import { readUri, type VideoProfile } from './media-answers.js'
import { OnvifError, type OnvifFailure } from './onvif-error.js'
import { type OnvifAuthentication, OnvifSession, type OnvifSessionDeps } from './onvif-session.js'
import { escapeXml } from './read-xml.js'
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

/** The package wants a callback; what it would hear goes through the session instead. */
function ignore(): void {}
