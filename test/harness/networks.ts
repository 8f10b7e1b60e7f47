import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A network port of a machine: its address, with the length of the prefix, and the bridge that it is plugged into. */
export interface Port {
  readonly bridge: string
  readonly address: string
}

/** Why networks of a test's own cannot be made here; null where they can. */
export async function networksMissing(): Promise<string | null> {
  if (process.platform !== 'linux') return 'network namespaces are of Linux'
  if (process.getuid?.() !== 0) return 'network namespaces need root'
  const probe = `slprobe${process.pid}`
  try {
    await run('ip', ['netns', 'add', probe])
    await run('ip', ['netns', 'del', probe])
    return null
  } catch (error) {
    return `ip netns does not work here: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
  }
}

/**
 * Machines with ports on networks of their own, from which nothing leads outside: each machine is a network
 * namespace, each network a bridge in one more.
 */
export class Networks implements AsyncDisposable {
  readonly #prefix = `sl${process.pid}`
  readonly #made: string[] = []
  #ports = 0

  private constructor() {}

  static async make(bridges: readonly string[]): Promise<Networks> {
    const networks = new Networks()
    try {
      const hub = await networks.#namespace('hub')
      for (const bridge of bridges) {
        await run('ip', ['-n', hub, 'link', 'add', bridge, 'type', 'bridge', 'mcast_snooping', '0'])
        await run('ip', ['-n', hub, 'link', 'set', bridge, 'up'])
      }
      return networks
    } catch (error) {
      await networks[Symbol.asyncDispose]()
      throw error
    }
  }

  /** A machine with these ports. @returns its namespace */
  async machine(name: string, ports: readonly Port[]): Promise<string> {
    const hub = `${this.#prefix}hub`
    const machine = await this.#namespace(name)
    for (const [index, { bridge, address }] of ports.entries()) {
      this.#ports += 1
      const [far, near] = [`p${this.#ports}`, `eth${index}`]
      await run('ip', ['-n', hub, 'link', 'add', far, 'type', 'veth', 'peer', 'name', near, 'netns', machine])
      await run('ip', ['-n', hub, 'link', 'set', far, 'master', bridge, 'up'])
      await run('ip', ['-n', machine, 'addr', 'add', address, 'dev', near])
      await run('ip', ['-n', machine, 'link', 'set', near, 'up'])
    }
    return machine
  }

  /** Ends the machines. Programs on them are to be ended before. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const namespace of this.#made.splice(0).toReversed()) await run('ip', ['netns', 'del', namespace])
  }

  async #namespace(name: string): Promise<string> {
    const namespace = `${this.#prefix}${name}`
    await run('ip', ['netns', 'add', namespace])
    this.#made.push(namespace)
    await run('ip', ['-n', namespace, 'link', 'set', 'lo', 'up'])
    return namespace
  }
}

/** The command line that runs a program on a machine. */
export function onMachine(namespace: string, command: readonly string[]): [string, string[]] {
  return ['ip', ['netns', 'exec', namespace, ...command]]
}
