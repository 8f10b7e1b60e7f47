import type { Command } from 'commander'
import { askAgent } from '../agent-socket/ask.js'
import { socketAnswers } from '../agent-socket/messages.js'
import { parseCloudUrl } from '../cloud-link/cloud-url.js'
import { pair } from '../cloud-link/pairing.js'
import { type CommonOptions, contextOf, dataDirOption } from './command-context.js'

interface PairCommandOptions extends CommonOptions {
  readonly cloud: string
  readonly allowHttp?: boolean
  readonly name?: string
  readonly replace?: boolean
}

/** What `agent pair` takes. */
export function definePair(agent: Command): void {
  agent
    .command('pair')
    .description('make this machine the gateway that a pairing code was made for')
    .argument('<code...>', 'six characters, in any case, with or without blanks and dashes')
    .requiredOption('--cloud <url>', 'address of the cloud')
    .option('--allow-http', 'permit a cloud without encryption, on a network that you trust')
    .option('--name <name>', 'name of the gateway, if the cloud has none for it')
    .option('--replace', 'give up the pairing that this machine has')
    .option(...dataDirOption)
    .addHelpText('after', '\nExample: agent pair K7M-2QX --cloud https://cloud.example.com')
    .action(pairCommand)
}

/** `agent pair <code>`: makes this machine the gateway that the code was made for. */
async function pairCommand(codeParts: readonly string[], options: PairCommandOptions): Promise<void> {
  const { agentContext, say } = contextOf(options)
  const identity = await pair({
    ...agentContext,
    cloudUrl: parseCloudUrl(options.cloud, { allowHttp: options.allowHttp ?? false }),
    code: codeParts.join(''),
    name: options.name ?? null,
    replace: options.replace ?? false,
  })
  say(`This machine is now gateway ${identity.gateway_id} of ${identity.cloud_url}.`)
  const isRunning = await askAgent(agentContext.dataDir, { ask: 'status' }, socketAnswers.status).then(
    (status) => status !== null,
    // One that does not answer is there all the same.
    () => true,
  )
  for (const line of whatNext(agentContext.dataDir, { isRunning, hint: dataDirHint(options) })) say(line)
}

/** @param isRunning an agent runs with the pairing that was given up */
export function whatNext(
  dataDir: string,
  { isRunning, hint }: { readonly isRunning: boolean; readonly hint: string },
): string[] {
  const key = `Its key is in ${dataDir}.`
  if (isRunning) {
    return [
      `${key} The agent that runs has the former one, and the cloud refuses it: end it and start it again`,
      '(sudo systemctl restart sightline-agent, or Ctrl-C and agent run where it runs by hand).',
    ]
  }
  return [
    `${key} Start it with: agent run${hint}`,
    `To have it run now and after each start of the machine: sudo agent service install${hint}`,
  ]
}

function dataDirHint({ dataDir }: CommonOptions): string {
  return dataDir === undefined ? '' : ` --data-dir ${dataDir}`
}
