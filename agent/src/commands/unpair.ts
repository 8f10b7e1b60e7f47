import type { Command } from 'commander'
import { askAgent } from '../agent-socket/ask.js'
import { socketAnswers } from '../agent-socket/messages.js'
import { askCloudOnce, type OnceAnswer } from '../cloud-link/ask-cloud-once.js'
import { unreachable } from '../cloud-link/cloud-failure.js'
import { type Identity, readIdentity } from '../cloud-link/identity.js'
import { describeRejection } from '../cloud-link/open-socket.js'
import { AgentError } from '../platform/errors.js'
import { type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { countPending, type Pending, wipe } from './data-folder.js'
import { notPaired } from './not-paired.js'
import { processTerminal } from './terminal.js'

interface UnpairCommandOptions extends CommonOptions {
  readonly yes?: boolean
  readonly discard?: boolean
}

/** What `agent unpair` takes. */
export function defineUnpair(agent: Command): void {
  agent
    .command('unpair')
    .description(
      'give up the pairing: void the key in the cloud and forget keys, configuration and passwords',
    )
    .option('--yes', 'do not ask')
    .option('--discard', 'remove events and clips as well that have not reached the cloud')
    .option(...dataDirOption)
    .addHelpText('after', '\nUse --discard before the machine goes to another customer.')
    .action(unpairCommand)
}

/** `agent unpair`: this machine is no gateway any more. */
async function unpairCommand(options: UnpairCommandOptions): Promise<void> {
  const { agentContext, say } = contextOf(options)
  const { dataDir } = agentContext
  const identity = await readIdentity(dataDir)
  if (!identity) throw notPaired(dataDir)
  await refuseWhileRunning(dataDir)
  const pending = await countPending(dataDir, agentContext.clock)
  if (!options.yes) await askPerson(identity, pending, options)
  const left = { events_left: pending.events, uploads_left: pending.clips }
  const answer = await giveUpKey(() =>
    askCloudOnce(identity, pending.ackedSeq, { type: 'gateway.unpair', body: left }, agentContext),
  )
  await wipe(dataDir, { discard: options.discard ?? false })
  say(
    `This machine is not paired any more. Keys, configuration and camera passwords are gone from ${dataDir}.`,
  )
  say(inTheCloud(answer, identity))
  if (pending.events + pending.clips > 0) say(whatIsLeft(pending, options, dataDir))
}

/**
 * A cloud that voids a key closes the connections that were opened with it, sometimes before its answer is out. Whoever
 * asks once more and is not known then has been heard.
 */
async function giveUpKey(ask: () => Promise<OnceAnswer>): Promise<OnceAnswer> {
  const answer = await ask()
  if (answer.kind !== 'lost') return answer
  const again = await ask()
  return again.kind === 'rejected' && again.by === null && again.status === 401
    ? { kind: 'done', value: {} }
    : again
}

async function refuseWhileRunning(dataDir: string): Promise<void> {
  if (!(await askAgent(dataDir, { ask: 'status' }, socketAnswers.status))) return
  throw new AgentError('already_running', 'the agent runs, and would lose its key under way', {
    hint: 'End it first: systemctl stop sightline-agent (or agent service uninstall), or Ctrl-C where it runs.',
  })
}

async function askPerson(
  { gateway_id: id, cloud_url: cloud }: Identity,
  pending: Pending,
  { discard }: UnpairCommandOptions,
): Promise<void> {
  if (!processTerminal.isThere)
    throw new AgentError('usage', 'there is no terminal to ask whether this is meant', { hint: 'Add --yes.' })
  const kept = discard ? 'WILL BE REMOVED' : 'stay in the data folder'
  const waiting =
    pending.events + pending.clips === 0
      ? ''
      : ` ${pending.events} events and ${pending.clips} clips have not reached the cloud; they ${kept}.`
  const question = `Gateway ${id} of ${cloud} loses this machine.${waiting} Go on? [y/N] `
  const answer = (await processTerminal.ask(question)).trim().toLowerCase()
  if (answer !== 'y' && answer !== 'yes') throw new AgentError('failed', 'nothing was changed')
}

/** What has become of the gateway in the cloud, and what somebody there still has to do. */
function inTheCloud(answer: OnceAnswer, { gateway_id: id, cloud_url: cloud }: Identity): string {
  const byHand = `Somebody with the role operator deletes the gateway there, or makes a new code for it: until then the key is good in the cloud. Gateway: ${id}`
  switch (answer.kind) {
    case 'done':
      return 'The cloud has voided its key. The gateway and its cameras stay there, off line, until another machine is paired for it or somebody deletes them.'
    case 'refused':
      return `The cloud did not take that (${answer.error.message}). ${byHand}`
    case 'rejected':
      if (answer.by) return `The cloud was not told: ${describeRejection(answer)}. ${byHand}`
      return answer.status === 401 || answer.status === 404
        ? 'The cloud did not know its key any more.'
        : `The cloud refused the connection (status ${answer.status}). ${byHand}`
    case 'unreachable':
      return `The cloud was not told: ${unreachable(cloud, answer.error).error.message}. ${byHand}`
    case 'lost':
      return `The cloud was not told: it did not answer. ${byHand}`
  }
}

function whatIsLeft({ events, clips }: Pending, { discard }: UnpairCommandOptions, dataDir: string): string {
  const what = `${events} events and ${clips} clips that had not reached the cloud`
  return discard
    ? `${what} were removed.`
    : `${what} stay in ${dataDir}. They are sent if this folder is paired with the same gateway again; --discard removes them.`
}
