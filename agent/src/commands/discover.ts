import { type DiscoveredDevice, DiscoveryTargets } from '@sightline/protocol'
import type { Command } from 'commander'
import { askAgent } from '../agent-socket/ask.js'
import { socketAnswers } from '../agent-socket/messages.js'
import { defaultBudgetMs } from '../discovery/discover.js'
import { writeLastScan } from '../discovery/last-scan.js'
import { AgentError } from '../platform/errors.js'
import { discoveryOn } from '../runtime/agent-context.js'
import { type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { tableWithin } from './table.js'
import { widthOfPage } from './terminal.js'

interface DiscoverCommandOptions extends CommonOptions {
  /** Seconds; by default what the scan needs. */
  readonly timeout?: string
  readonly json?: boolean
}

/** What `agent discover` takes. */
export function defineDiscover(agent: Command): void {
  agent
    .command('discover')
    .description('list the cameras on this network, or at given addresses')
    .argument(
      '[targets...]',
      'addresses, host names or networks such as 192.168.20.0/24, to look at one by one',
    )
    .option('--timeout <seconds>', 'time for the scan, 1 to 60; 5 by default, more for given addresses')
    .option('--json', 'for programs')
    .option(...dataDirOption)
    .addHelpText(
      'after',
      '\nExamples: agent discover\n          agent discover 192.168.20.0/24 10.4.0.17\nThen: agent add <number of the list>',
    )
    .action(discoverCommand)
}

/**
 * `agent discover`: lists the cameras on this network, by the running agent or by itself, and remembers the list, so
 * that `agent add` takes a number of it.
 */
export async function discoverCommand(
  typed: readonly string[],
  options: DiscoverCommandOptions,
): Promise<void> {
  const { agentContext, print } = contextOf(options)
  const targets = typed.length === 0 ? undefined : targetsOf(typed)
  const budgetMs = options.timeout === undefined ? defaultBudgetMs(targets) : milliseconds(options.timeout)
  const running = await askAgent(
    agentContext.dataDir,
    { ask: 'discover', budget_ms: budgetMs, targets },
    socketAnswers.discover,
  )
  const devices =
    running?.devices ??
    (await discoveryOn(agentContext).discover({ budgetMs, targets }, new AbortController().signal))
  await writeLastScan(agentContext.dataDir, devices, agentContext.clock.now()).catch((err: unknown) =>
    agentContext.log.warn({ err }, 'discovery.list_not_kept'),
  )
  if (options.json) print(JSON.stringify(devices, null, 2))
  else print(describe(devices, targets !== undefined))
}

function targetsOf(typed: readonly string[]): string[] {
  const parsed = DiscoveryTargets.safeParse(typed)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const [index] = issue?.path ?? []
  const which = typeof index === 'number' ? `${typed[index] ?? ''} ` : 'the addresses '
  throw new AgentError('usage', `${which}${issue?.message ?? 'cannot be read'}`)
}

function milliseconds(typed: string): number {
  const seconds = Number(typed)
  if (Number.isFinite(seconds) && seconds >= 1 && seconds <= 60) return seconds * 1000
  throw new AgentError('usage', '--timeout takes 1 to 60 seconds')
}

const nobodyAnswered = [
  'No camera answered.',
  'Cameras on another network, or with discovery switched off, are found by their addresses:',
  '  agent discover 192.168.20.0/24',
  'and are added by address also where nothing finds them:',
  '  agent add 192.168.20.17',
].join('\n')

function describe(devices: readonly DiscoveredDevice[], byAddress: boolean): string {
  if (devices.length === 0 && byAddress)
    return 'No camera answered there. Check power, cable and address; agent doctor looks at the network of this machine.'
  if (devices.length === 0) return nobodyAnswered
  const rows = devices.map((device, index) => [
    String(index + 1),
    device.name,
    `${device.address}:${device.port}`,
    device.model ?? '',
    device.state.replaceAll('_', ' '),
    device.sources.join(', '),
  ])
  const headings = ['#', 'NAME', 'ADDRESS', 'MODEL', 'STATE', 'FOUND BY']
  const table = tableWithin(widthOfPage(), headings, rows)
  return [table, ...channelLines(devices), 'Add one by its number: agent add 1'].join('\n\n')
}

/** What a device has beside its first picture. */
function channelLines(devices: readonly DiscoveredDevice[]): string[] {
  return devices.flatMap(({ channels = [] }, index) => {
    if (channels.length < 2) return []
    const list = channels.map(({ name }, place) => `${place + 1} ${name}`).join(', ')
    return [
      `Number ${index + 1} has ${channels.length} channels: ${list}.\nAdd them: agent add ${index + 1} --channel all`,
    ]
  })
}
