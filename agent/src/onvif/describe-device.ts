import type { Logger } from '../platform/logger.js'
import { findServices, listMedia, type MediaListing, optional } from './ask-services.js'
import { snapshotUrl } from './camera-url.js'
import { chooseStreams } from './choose-streams.js'
import {
  type DeviceInformation,
  readDeviceInformation,
  readHardwareAddress,
  readSystemTime,
} from './device-answers.js'
import { findChannel } from './find-channel.js'
import { readMac } from './mac-address.js'
import { type MediaChannel, readUri } from './media-answers.js'
import { OnvifError, type OnvifFailure } from './onvif-error.js'
import type { OnvifAuthentication, OnvifSession } from './onvif-session.js'
import { type OpenSessionDeps, openSession } from './open-session.js'
import { type DeviceProfile, playableProfiles } from './playable-profiles.js'
import { escapeXml, type XmlNode } from './read-xml.js'

export interface OnvifTarget {
  /** Name or IP literal, as typed. */
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  /** The password itself must not be sent, only digests of it. */
  readonly digestOnly?: boolean
  /** Which of its channels is meant, as `findChannel` understands it; by default that of the largest picture. */
  readonly channel?: string | undefined
}

export interface DescribeDeps extends OpenSessionDeps {
  readonly log: Logger
  /** What a stream is, by RTSP, where the device does not say; null where that cannot be said. It is believed without. */
  readonly codecOf?: (streamUrl: string, signal: AbortSignal) => Promise<string | null>
}

/** What a device says of itself. */
export interface DescribedDevice extends DeviceInformation {
  /** `aa:bb:cc:dd:ee:ff`, or null if the device does not say. */
  readonly mac: string | null
  /** Where ONVIF answered: the port that was asked for, or another of the usual ones. */
  readonly port: number
  /** The device's clock minus ours, s; null if it does not give the time. */
  readonly clockSkewSec: number | null
  readonly authentication: OnvifAuthentication
  /** False for a device that answers everybody: nothing is known of the account then. */
  readonly isAccountProven: boolean
  readonly profiles: readonly DeviceProfile[]
  readonly main: DeviceProfile
  readonly sub: DeviceProfile | null
  /** All that it has, whichever was asked for. */
  readonly channels: readonly MediaChannel[]
  /** That of the main stream; null where the device names none. */
  readonly channel: MediaChannel | null
  /** A still picture of the main stream over HTTP, if the device offers one. */
  readonly snapshotUrl: string | null
}

type DescribeResult =
  | { readonly ok: true; readonly device: DescribedDevice }
  | { readonly ok: false; readonly failure: OnvifFailure }

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
    const { host, port } = target
    const credentials = target.username === '' && target.password === '' ? null : target
    using session = await openSession({ host, port, credentials }, deps, signal)
    return { ok: true, device: await describe(session, target, deps, signal) }
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
  signal: AbortSignal,
): Promise<DescribedDevice> {
  const information = readDeviceInformation(await session.ask((cam) => cam.getDeviceInformation(ignore)))
  if (session.cameraClock.source !== 'utc') await askTimeWithAccount(session)
  await findServices(session)
  const { listing, profiles } = await findStreams(session, target, deps, signal)
  const chosen = await chooseNamed(profiles, deps, signal)
  if (chosen === null) throw new OnvifError('no_video', 'the device offers no video stream over RTSP')
  const still = await askForStill(session, chosen.main.token)
  const interfaces = await dispensable(session, () => session.ask((cam) => cam.getNetworkInterfaces(ignore)))
  const { offsetMs } = session.cameraClock
  return {
    ...information,
    mac: readMac(readHardwareAddress(interfaces)),
    port: session.endpoint.port,
    clockSkewSec: offsetMs === null ? null : Math.round(offsetMs / 1000),
    authentication: session.authentication,
    isAccountProven: session.isProven,
    profiles,
    ...chosen,
    channels: listing.channels,
    channel: listing.channels.find(({ token }) => token === chosen.main.source) ?? null,
    snapshotUrl: snapshotUrl(still, target.host, target.password),
  }
}

interface FoundStreams {
  readonly listing: MediaListing
  readonly profiles: readonly DeviceProfile[]
}

/** By Media2, and by Media1 where that lists streams and has an address for none, which is remembered. */
async function findStreams(
  session: OnvifSession,
  target: OnvifTarget,
  deps: DescribeDeps,
  signal: AbortSignal,
): Promise<FoundStreams> {
  const found = await streamsListed(session, target, deps, signal)
  if (found.profiles.length > 0 || !session.hasMedia2) return found
  session.withoutMedia2()
  try {
    const instead = await streamsListed(session, target, deps, signal)
    if (instead.profiles.length === 0) return found
    session.device.isMedia2Broken = true
    return instead
  } catch (error) {
    if (error instanceof OnvifError && error.fault !== 'auth') return found
    throw error
  }
}

/** Chooses, and has RTSP say of what was chosen what it is, where the device does not: it may be nothing to record. */
async function chooseNamed(
  profiles: readonly DeviceProfile[],
  { codecOf }: DescribeDeps,
  signal: AbortSignal,
): Promise<ReturnType<typeof chooseStreams<DeviceProfile>>> {
  const named = [...profiles]
  for (;;) {
    const chosen = chooseStreams(named)
    const unnamed = [chosen?.main, chosen?.sub].find((profile) => profile?.codec === '')
    const codec = unnamed && codecOf ? await codecOf(unnamed.streamUrl, signal) : null
    // One that is not told is not asked for again, nor are others: the account may be what is wrong.
    if (!unnamed || codec === null) return chosen
    named.splice(named.indexOf(unnamed), 1, { ...unnamed, codec })
  }
}

async function streamsListed(
  session: OnvifSession,
  { channel, password }: OnvifTarget,
  deps: DescribeDeps,
  signal: AbortSignal,
): Promise<FoundStreams> {
  const listing = await listMedia(session)
  const wanted = { profiles: wantedProfiles(listing, channel), password }
  return { listing, profiles: await playableProfiles(session, wanted, deps, signal) }
}

/** The address of a still picture, of the other media service where the first has none; '' without one. */
async function askForStill(session: OnvifSession, token: string): Promise<string> {
  const profileToken = escapeXml(token)
  const ask = () => session.ask((cam) => cam.getSnapshotUri({ profileToken }, ignore))
  const uri = readUri(await dispensable(session, ask), 'GetSnapshotUri')
  if (uri !== '' || !session.hasMedia2) return uri
  session.withoutMedia2()
  return readUri(await dispensable(session, ask), 'GetSnapshotUri')
}

/** What a device is described without, also where it leaves the question unanswered: its streams are known by then. */
async function dispensable(session: OnvifSession, ask: () => Promise<XmlNode>): Promise<XmlNode> {
  try {
    return await optional(session, ask)
  } catch (error) {
    if (error instanceof OnvifError && error.fault === 'timeout') return undefined
    throw error
  }
}

function wantedProfiles({ profiles, channels }: MediaListing, wanted: string | undefined) {
  if (wanted === undefined) return profiles
  const channel = findChannel(channels, wanted)
  if (channel !== null) return profiles.filter(({ source }) => source === channel.token)
  const has = channels.length === 1 ? 'one' : `${channels.length}`
  throw new OnvifError('not_found', `the device has no channel ${wanted}: it has ${has}`)
}

/** Panasonic and others give the time only to who has an account. */
async function askTimeWithAccount(session: OnvifSession): Promise<void> {
  const answer = await optional(session, () => session.ask((cam) => cam.getSystemDateAndTime(ignore)))
  const said = readSystemTime(answer)
  if (said !== null) session.cameraClock.set(said, 'utc')
}

/** The package wants a callback; its answers go through the session instead. */
function ignore(): void {}
