import { isTellingSerial } from './camera-identity.js'
import { isLinkLocal, isLoopback, type Sighting } from './sighting.js'

/** One device, whatever the number of answers it gave. */
export interface FoundDevice {
  /** Stable for this device on this network as far as the device lets it be. */
  readonly id: string
  readonly name: string
  readonly manufacturer: string | null
  readonly model: string | null
  readonly address: string
  /** All addresses at which it was seen, that one first. */
  readonly addresses: readonly string[]
  readonly port: number
  readonly onvif: boolean
  readonly xaddrs: readonly string[]
  readonly rtspUrls: readonly string[]
  readonly sources: readonly DeviceSource[]
  readonly endpoint: string | null
  readonly mac: string | null
  readonly serial: string | null
}

/** Ways by which a device is found; what an identification adds to a device is none. */
const deviceSources = ['ws-discovery', 'mdns', 'scan'] as const
type DeviceSource = (typeof deviceSources)[number]

const maxAddresses = 16

/**
 * Merges what was seen to one entry per device: what shares an endpoint, MAC, serial number, mDNS instance
 * or address with port belongs together. The order of sightings decides nothing but ties.
 */
export function mergeDevices(sightings: readonly Sighting[]): FoundDevice[] {
  return withoutIdentityJoined(grouped(sightings, keysOf))
    .map(toDevice)
    .toSorted((a, b) => byAddress(a, b) || a.port - b.port)
}

/** Everything that distinguishes a device in a sighting; two that share a key are one device. */
export function keysOf(sighting: Sighting): string[] {
  const keys = [`at:${sighting.address}:${sighting.port}`]
  if (sighting.endpoint !== null) keys.push(`endpoint:${sighting.endpoint}`)
  if (sighting.mac !== null) keys.push(`mac:${sighting.mac}`)
  if (sighting.serial !== null && isTellingSerial(sighting.serial)) keys.push(`serial:${sighting.serial}`)
  if (sighting.instance !== null) keys.push(`instance:${sighting.instance}`)
  return keys
}

function grouped(sightings: readonly Sighting[], keys: (sighting: Sighting) => string[]): Sighting[][] {
  const groupOf = new Map<string, Sighting[]>()
  for (const sighting of sightings) {
    const own = keys(sighting)
    const known = new Set(own.map((key) => groupOf.get(key)).filter((group) => group !== undefined))
    // The smaller go into the largest: whoever answers thousands of times is not moved each time.
    const [group = [], ...others] = [...known].toSorted((one, other) => other.length - one.length)
    for (const other of others) {
      group.push(...other)
      for (const key of other.flatMap(keys)) groupOf.set(key, group)
    }
    group.push(sighting)
    for (const key of own) groupOf.set(key, group)
  }
  return [...new Set(groupOf.values())]
}

/**
 * An mDNS announcement of the RTSP port alone says nothing about who makes it. Where exactly one device
 * with an identity lives at the same address, it is that device. Loopback is the exception: many simulated
 * cameras share it.
 */
function withoutIdentityJoined(groups: readonly Sighting[][]): Sighting[][] {
  const named = groups.filter((group) => group.some(hasIdentity)).map((group) => [...group])
  const alone: Sighting[][] = []
  for (const group of groups.filter((candidate) => !candidate.some(hasIdentity))) {
    const addresses = new Set(group.map((sighting) => sighting.address).filter((ip) => !isLoopback(ip)))
    const owners = named.filter((owner) => owner.some((sighting) => addresses.has(sighting.address)))
    const [owner] = owners
    if (owner !== undefined && owners.length === 1) owner.push(...group)
    else alone.push([...group])
  }
  return [...named, ...alone]
}

function hasIdentity(sighting: Sighting): boolean {
  return sighting.endpoint !== null || sighting.mac !== null || sighting.serial !== null
}

function toDevice(group: readonly Sighting[]): FoundDevice {
  const best = group.toSorted((a, b) => rank(a) - rank(b))
  const first = <T>(pick: (sighting: Sighting) => T | null): T | null =>
    best.map(pick).find((value) => value !== null) ?? null
  const reached = best[0]
  const { address, port, onvif } = reached ?? { address: '', port: 0, onvif: false }
  const [endpoint, mac] = [first((s) => s.endpoint), first((s) => s.mac)]
  const [serial, model] = [first((s) => s.serial), first((s) => s.model)]
  return {
    id: idOf({ endpoint, mac, serial, address, port }),
    name: first((s) => s.name) ?? model ?? address,
    manufacturer: first((s) => s.manufacturer),
    model,
    address,
    addresses: [...new Set(best.map((s) => s.address))].slice(0, maxAddresses),
    port,
    onvif,
    xaddrs: [...new Set(best.flatMap((s) => s.xaddrs))].slice(0, maxAddresses),
    rtspUrls: [...new Set(best.flatMap((s) => s.rtspUrls))].slice(0, maxAddresses),
    sources: deviceSources.filter((source) => group.some((s) => s.source === source)),
    endpoint,
    mac,
    serial,
  }
}

/** Lower is better: where the ONVIF service answers, on a routable address, as WS-Discovery says. */
function rank(sighting: Sighting): number {
  return (
    (sighting.onvif ? 0 : 4) + (isLinkLocal(sighting.address) ? 2 : 0) + (sighting.source === 'mdns' ? 1 : 0)
  )
}

/** The MAC first: endpoints change with the start of some cameras, and addresses with DHCP. */
function idOf(device: Pick<FoundDevice, 'endpoint' | 'mac' | 'serial' | 'address' | 'port'>): string {
  if (device.mac !== null) return `mac:${device.mac}`
  if (device.endpoint !== null) return device.endpoint
  if (device.serial !== null && isTellingSerial(device.serial)) return `serial:${device.serial}`
  return `at:${device.address}:${device.port}`
}

function byAddress(a: FoundDevice, b: FoundDevice): number {
  const [left, right] = [a, b].map((device) => device.address.split('.').map(Number))
  for (const [index, part] of (left ?? []).entries()) {
    const difference = part - (right?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
