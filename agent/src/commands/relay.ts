import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { parseCloudUrl } from '../cloud-link/cloud-url.js'
import { parseCidrs } from '../platform/config.js'
import { AgentError, messageOf } from '../platform/errors.js'
import { packageFolder } from '../platform/package-folder.js'
import { type ChildPlan, planChildren, RelayChildren } from '../relay/relay-children.js'
import { readRelayKey } from '../relay/relay-key.js'
import { ringBytes } from '../runtime/agent-context.js'
import { type CommandContext, type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { runUntilStopped } from './run-until-stopped.js'

interface RelayCommandOptions extends CommonOptions {
  readonly cloud: string
  readonly keyFile?: string
  readonly cameras: string
  readonly allowCidrs?: string
  readonly allowHttp?: boolean
}

const program = fileURLToPath(new URL('dist/main.js', packageFolder))
const mostCameras = 5000

/** What `agent relay` takes. */
export function defineRelay(agent: Command): void {
  agent
    .command('relay')
    .description('serve the cameras of a cloud that have no gateway; for the operator of the cloud')
    .requiredOption('--cloud <url>', 'address of the cloud')
    .option('--key-file <file>', 'file with the key of its relays, else RELAY_KEY')
    .option('--cameras <number>', 'cameras that it serves at most; each fifty get a process', '50')
    .option('--allow-cidrs <list>', 'networks that it may reach besides public addresses')
    .option('--allow-http', 'permit a cloud without encryption, on a network that you trust')
    .option(...dataDirOption)
    .addHelpText('after', '\nThe key is printed by the cloud: cloud relay key')
    .action(relayCommand)
}

/**
 * `agent relay`: serves cameras in direct mode until SIGTERM or SIGINT, by child processes of fifty cameras at most.
 */
async function relayCommand(options: RelayCommandOptions): Promise<void> {
  const context = contextOf(options, false)
  const { agentContext, config } = context
  const cloudUrl = parseCloudUrl(options.cloud, { allowHttp: options.allowHttp ?? false })
  // Each child reads it for itself; a mistake is reported once, here.
  await readRelayKey(options.keyFile, config.relayKey)
  const plans = planChildren(agentContext.dataDir, camerasOf(options.cameras))
  const cidrs = cidrsOf(options, context)
  const args = (plan: ChildPlan) => [
    'relay-child',
    '--cloud',
    cloudUrl,
    '--data-dir',
    plan.dataDir,
    '--capacity',
    String(plan.capacity),
    '--ring-bytes',
    String(Math.floor(ringBytes() / plans.length)),
    ...(options.keyFile === undefined ? [] : ['--key-file', options.keyFile]),
    ...(cidrs.length === 0 ? [] : ['--allow-cidrs', cidrs.join(',')]),
  ]
  const children = new RelayChildren({ ...agentContext, plans, program, args })
  await runUntilStopped(agentContext, () => Promise.resolve(begun(children)))
}

/** The children at work; one that can never run ends everything. */
function begun(children: RelayChildren) {
  const stop = new AbortController()
  const ended = children.run(stop.signal)
  return {
    ended,
    async close(): Promise<void> {
      stop.abort(new Error('the relay stops'))
      await ended
    },
  }
}

function camerasOf(typed: string): number {
  const cameras = Number(typed)
  if (Number.isInteger(cameras) && cameras >= 1 && cameras <= mostCameras) return cameras
  throw new AgentError('usage', `--cameras takes 1 to ${mostCameras}`)
}

function cidrsOf(options: RelayCommandOptions, { config }: CommandContext): readonly string[] {
  if (options.allowCidrs === undefined) return config.allowedPrivateCidrs
  try {
    return parseCidrs(options.allowCidrs)
  } catch (error) {
    throw new AgentError('usage', `--allow-cidrs: ${messageOf(error)}`, { cause: error })
  }
}
