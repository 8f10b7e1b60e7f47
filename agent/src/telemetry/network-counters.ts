import { readdir, readFile, stat } from 'node:fs/promises'
import { networkInterfaceDefault, networkStats } from 'systeminformation'
import { readDefaultRoutes } from '../platform/default-routes.js'

/** What an interface has carried since it came up, bytes. */
export interface Carried {
  readonly received: number
  readonly sent: number
}

/** The counters of each interface that leads to others, by name; those of the default route alone where there is one. */
export type ReadCounters = () => Promise<ReadonlyMap<string, Carried>>

/**
 * Reads what Linux keeps in files. Nothing is started for it: a child takes the event loop's time at each reading, and
 * cannot be had where memory or open files are short.
 * @param proc, sys where the system shows itself
 */
export function linuxCounters(proc = '/proc', sys = '/sys'): ReadCounters {
  return async () => {
    const all = carriedBy(await readFile(`${proc}/net/dev`, 'utf8'))
    all.delete('lo')
    const [route] = await readDefaultRoutes(proc)
    const names = route === undefined ? await ofHardware(sys) : new Set([route.name])
    const chosen = [...all].filter(([name]) => names.has(name))
    return chosen.length > 0 ? new Map(chosen) : all
  }
}

/** Asks other systems by their own programs. */
export const otherCounters: ReadCounters = async () => {
  const name = await networkInterfaceDefault()
  const stats = await networkStats(name === '' ? '*' : name)
  return new Map(stats.map(({ iface, rx_bytes: received, tx_bytes: sent }) => [iface, { received, sent }]))
}

/** `/proc/net/dev` (proc(5)): two lines of headings, then name, eight numbers received, eight sent. */
function carriedBy(text: string): Map<string, Carried> {
  const rows = text.split('\n').flatMap((line) => {
    const [, name, rest] = /^\s*(\S+):\s*(.*)$/.exec(line) ?? []
    const numbers = rest?.split(/\s+/).map(Number) ?? []
    const [received, sent] = [numbers[0], numbers[8]]
    return name === undefined || received === undefined || sent === undefined
      ? []
      : [[name, { received, sent }] as const]
  })
  return new Map(rows)
}

/** Interfaces that are a piece of hardware: bridges and tunnels over them would count the same bytes again. */
async function ofHardware(sys: string): Promise<ReadonlySet<string>> {
  const names = await readdir(`${sys}/class/net`).catch(() => [])
  const found = await Promise.all(
    names.map((name) =>
      stat(`${sys}/class/net/${name}/device`).then(
        () => name,
        () => null,
      ),
    ),
  )
  return new Set(found.filter((name) => name !== null))
}
