import type { DiscoveredDevice } from '@sightline/protocol'
import type { Command } from 'commander'
import { discoveryOn } from '../agent-parts.js'
import { askAgent } from '../agent-socket/ask.js'
import { socketAnswers } from '../agent-socket/messages.js'
import { AgentError } from '../platform/errors.js'
import { type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { table } from './table.js'

export interface DiscoverCommandOptions extends CommonOptions {
  /** Seconds. */
  readonly timeout: string
  readonly json?: boolean
}

/** What `agent discover` takes. */
export function defineDiscover(agent: Command): void {
  agent
    .command('discover')
    .description('list the cameras on this network')
    .option('--timeout <seconds>', 'time for the scan, 1 to 60', '5')
    .option('--json', 'for programs')
    .option(...dataDirOption)
    .action(discoverCommand)
}

/** `agent discover`: lists the cameras on this network, by the running agent or by itself. */
export async function discoverCommand(options: DiscoverCommandOptions): Promise<void> {
  const { ground, print } = contextOf(options)
  const budgetMs = milliseconds(options.timeout)
  const running = await askAgent(
    ground.dataDir,
    { ask: 'discover', budget_ms: budgetMs },
    socketAnswers.discover,
  )
  const devices =
    running?.devices ?? (await discoveryOn(ground).discover({ budgetMs }, new AbortController().signal))
  if (options.json) print(JSON.stringify(devices, null, 2))
  else print(describe(devices))
}

function milliseconds(typed: string): number {
  const seconds = Number(typed)
  if (Number.isFinite(seconds) && seconds >= 1 && seconds <= 60) return seconds * 1000
  throw new AgentError('usage', '--timeout takes 1 to 60 seconds')
}

function describe(devices: readonly DiscoveredDevice[]): string {
  if (devices.length === 0)
    return 'No camera answered. Cameras on another network, or with discovery switched off, are added by address.'
  const rows = devices.map((device, index) => [
    String(index + 1),
    device.name,
    `${device.address}:${device.port}`,
    device.model ?? '',
    device.state.replaceAll('_', ' '),
    device.sources.join(', '),
  ])
  return table(['#', 'NAME', 'ADDRESS', 'MODEL', 'STATE', 'FOUND BY'], rows)
}
