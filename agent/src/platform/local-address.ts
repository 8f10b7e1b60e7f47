import { networkInterfaces } from 'node:os'

/** The address by which this machine is known on its network: the first IPv4 of a real interface, or null. */
export function localAddress(): string | null {
  for (const [name, addresses] of Object.entries(networkInterfaces())) {
    // Bridges of container engines are of no use to anyone on the site's network.
    if (/^(docker|br-|veth|virbr|cni)/.test(name)) continue
    for (const { family, internal, address } of addresses ?? []) {
      if (family === 'IPv4' && !internal && !address.startsWith('169.254.')) return address
    }
  }
  return null
}
