import { readFile } from 'node:fs/promises'

interface DefaultRoute {
  /** Of the interface. */
  readonly name: string
  /** IPv4 address; `0.0.0.0` where the interface itself leads out, as that of a tunnel. */
  readonly router: string
}

const isUp = 1

/**
 * The default routes of IPv4 (`/proc/net/route`, proc(5)), the cheapest first; none on systems that keep no such file.
 * @param proc where the system shows itself
 */
export async function readDefaultRoutes(proc = '/proc'): Promise<DefaultRoute[]> {
  const text = await readFile(`${proc}/net/route`, 'utf8').catch(() => '')
  const routes = text.split('\n').flatMap((line) => {
    const [name, destination, router = '', flags, , , metric, mask] = line.split(/\s+/)
    const isDefault = destination === '00000000' && mask === '00000000'
    const isUsable = (Number.parseInt(flags ?? '', 16) & isUp) !== 0
    return name !== undefined && isDefault && isUsable
      ? [{ name, router: addressIn(router), metric: Number(metric) }]
      : []
  })
  return routes.toSorted((a, b) => a.metric - b.metric).map(({ name, router }) => ({ name, router }))
}

/** Written as the number that it is in the memory of the machine: of all that run this, the last byte first. */
function addressIn(hex: string): string {
  return Buffer.from(hex.padStart(8, '0'), 'hex').toReversed().join('.')
}
