import type { Command } from 'commander'
import { askAgent } from '../agent-socket/ask.js'
import { socketAnswers } from '../agent-socket/messages.js'
import { type Identity, readIdentity } from '../cloud-link/identity.js'
import { Configuration } from '../configuration/configuration.js'
import { agentVersion } from '../platform/version.js'
import { type CommandContext, type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { describeStatus } from './describe-status.js'
import { notPaired } from './not-paired.js'
import { widthOfPage } from './terminal.js'

interface StatusCommandOptions extends CommonOptions {
  readonly json?: boolean
}

/** What `agent status` takes. */
export function defineStatus(agent: Command): void {
  agent
    .command('status')
    .description('show how the agent, its cameras and its link are')
    .option('--json', 'for programs')
    .option(...dataDirOption)
    .action(statusCommand)
}

/** `agent status`: how the running agent is, or what is known of one that does not run. */
async function statusCommand(options: StatusCommandOptions): Promise<void> {
  const context = contextOf(options)
  const { dataDir } = context.agentContext
  const identity = await readIdentity(dataDir)
  if (!identity) throw notPaired(dataDir)
  const status = await askAgent(dataDir, { ask: 'status' }, socketAnswers.status)
  if (!status) return tellStopped(context, identity, options)
  context.print(
    options.json
      ? JSON.stringify({ running: true, ...status }, null, 2)
      : describeStatus(status, widthOfPage()),
  )
}

async function tellStopped(
  { agentContext, print }: CommandContext,
  identity: Identity,
  { json }: StatusCommandOptions,
): Promise<void> {
  const key = Buffer.from(identity.storage_key, 'base64')
  const { cameras } = await Configuration.open({ ...agentContext, key })
  const { gateway_id, cloud_url } = identity
  if (json) {
    const known = cameras.map(({ camera_id: id, name }) => ({ id, name }))
    print(
      JSON.stringify(
        { running: false, version: agentVersion, gateway_id, cloud_url, cameras: known },
        null,
        2,
      ),
    )
    return
  }
  print(`Gateway ${gateway_id} of ${cloud_url} is paired, but not running. Start it with: agent run`)
  print(`Cameras configured: ${cameras.length}.`)
}
