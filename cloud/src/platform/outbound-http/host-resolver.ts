import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

/** Resolves a host name to addresses; the seam that tests replace by a scripted name server. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>

interface HostResolverSettings {
  /** Name servers, `address:port`; without them those of the machine. */
  readonly servers?: readonly string[]
  readonly hostsFile?: string
  /** Milliseconds of the first try; the second waits longer. */
  readonly timeoutMs?: number
}

/**
 * Resolves names that users gave: by the hosts file, else by DNS without the machine's own resolver. That one keeps a
 * thread for as long as it waits, and a process has two for all names: a few of a name server that never answers would
 * hold up everybody's webhooks, the mail server and the media store. A name without a dot cannot be anybody's on the
 * internet; it is left to the machine (`localhost`, and names of a local network).
 */
export function createHostResolver({
  servers,
  hostsFile = '/etc/hosts',
  timeoutMs = 2_000,
}: HostResolverSettings = {}): ResolveHost {
  return async (hostname) => {
    if (!hostname.replace(/\.$/, '').includes('.')) return bySystem(hostname)
    const listed = addressesIn(await readFile(hostsFile, 'utf8').catch(() => ''), hostname)
    if (listed.length > 0) return listed
    // A new one each time, for the machine's name servers may have changed.
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers) resolver.setServers(servers)
    return byDns(resolver, hostname)
  }
}

function bySystem(hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    )
  })
}

async function byDns(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [
    ...addressesOf(v4).map((address) => ({ address, family: 4 })),
    ...addressesOf(v6).map((address) => ({ address, family: 6 })),
  ]
  if (addresses.length > 0) return addresses
  throw new HostNotFound(hostname, v4.status === 'rejected' ? v4.reason : undefined)
}

const addressesOf = (answer: PromiseSettledResult<string[]>): string[] =>
  answer.status === 'fulfilled' ? answer.value : []

/** A name that leads nowhere now; with the code by which callers know that from other failures. */
class HostNotFound extends Error {
  override readonly name = 'HostNotFound'
  readonly code = 'ENOTFOUND'

  constructor(hostname: string, cause: unknown) {
    super(`${hostname} does not resolve`, { cause })
  }
}

/** What a hosts file (hosts(5)) says of a name. */
export function addressesIn(hostsFile: string, hostname: string): LookupAddress[] {
  const wanted = hostname.toLowerCase().replace(/\.$/, '')
  return hostsFile.split('\n').flatMap((line) => {
    const [address, ...names] = line.split('#', 1)[0]?.trim().split(/\s+/) ?? []
    if (address === undefined || !names.some((name) => name.toLowerCase() === wanted)) return []
    return [{ address, family: address.includes(':') ? 6 : 4 }]
  })
}
