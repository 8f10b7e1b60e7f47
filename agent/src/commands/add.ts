import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { readIdentity } from '../cloud-link/identity.js'
import { AgentError, codeOf } from '../platform/errors.js'
import type { StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { type AddDeps, addCamera, type NewCamera } from './add-camera.js'
import { type AddOutcome, outcomeToJson, throwFailures } from './add-outcomes.js'
import { type AccountOptions, passwordStdinOption, readAccount, usernameOption } from './camera-account.js'
import { type ListedCamera, longestName, parseCameraList } from './camera-list.js'
import { readTarget, type TypedCamera, targetForms } from './camera-target.js'
import { chosenChannels } from './chosen-channels.js'
import { type CommandContext, type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { notPaired } from './not-paired.js'
import { wrapped } from './table.js'
import { processTerminal, widthOfSentences } from './terminal.js'
import { withAgent } from './with-agent.js'

interface AddCommandOptions extends CommonOptions, AccountOptions {
  readonly name?: string
  readonly sub?: string
  readonly channel?: string
  readonly file?: string
  readonly json?: boolean
}

/** What `agent add` takes. */
export function defineAdd(agent: Command): void {
  agent
    .command('add')
    .description('connect to cameras and add them to the cloud, within a day of pairing')
    .argument('[address...]', targetForms)
    .option(...usernameOption)
    .option(...passwordStdinOption)
    .option('--name <name>', 'name of the camera; without it, maker, model and address')
    .option('--sub <url>', 'RTSP address of its second, smaller stream')
    .option(
      '--channel <which>',
      'of a recorder or a camera with several lenses: a number, several as 1,3, or all',
    )
    .option('--file <list>', 'file with one camera a line: address, then a name if you like')
    .option('--json', 'for programs')
    .option(...dataDirOption)
    .addHelpText(
      'after',
      `
Several cameras are added with one user name and password. A password is tried once on each.

Examples:
  agent add 3
  agent add rtsp://192.168.1.20/stream1 --username admin --name "Back door"
  agent add 192.168.1.30 --username admin --channel all
  agent add --file cameras.txt --username admin --password-stdin < password.txt`,
    )
    .action(addCommand)
}

/** Cameras that are connected to at once. */
const atOnce = 4

/** `agent add`: adds cameras to the cloud by the running agent, or by one that runs for as long as this takes. */
async function addCommand(addresses: readonly string[], options: AddCommandOptions): Promise<void> {
  // The list may be one that only the caller can read.
  const listed = await listOf(addresses, options)
  const context = contextOf(options)
  const isOne = listed.length === 1
  if (!isOne && (options.name !== undefined || options.sub !== undefined))
    throw new AgentError('usage', '--name and --sub are for one camera', {
      hint: 'In a list, the name follows the address.',
    })
  if ((options.name ?? '').length > longestName)
    throw new AgentError('usage', `--name takes ${longestName} characters at most`)
  const [only] = listed
  const first = isOne && only ? await readTarget(only.address, context.agentContext.dataDir) : null
  // So that no password is typed for nothing.
  if (!(await readIdentity(context.agentContext.dataDir))) throw notPaired(context.agentContext.dataDir)
  const account = await readAccount(options, first?.credentials ?? null, processTerminal, true)
  const outcomes = await withAgent(context, async (ask, runs) => {
    const { print, say, agentContext } = context
    const lineOf = (label: string) => (line: string) => {
      if (!options.json) print(wrapped(`${label}: ${line}`, '  ', widthOfSentences(process.stdout.columns)))
    }
    const terminal = isOne && processTerminal.isThere ? processTerminal : null
    const add = (camera: ListedCamera) =>
      addListed(camera, { ...options, account, isOne }, context, (label) => ({
        ask,
        clock: agentContext.clock,
        terminal,
        say: lineOf(label),
      }))
    const done = (await inTurn(listed, atOnce, add)).flat()
    if (!runs && !options.json)
      say(
        'The agent does not run here yet: cameras are recorded once it does. Start it with agent run, or agent service install.',
      )
    return done
  })
  if (options.json) context.print(JSON.stringify(outcomes.map(outcomeToJson), null, 2))
  throwFailures(outcomes, options)
}

async function listOf(addresses: readonly string[], { file }: AddCommandOptions): Promise<ListedCamera[]> {
  const typed = addresses.map((address) => ({ address, name: null }))
  const listed = [...typed, ...(file === undefined ? [] : parseCameraList(await readList(file)))]
  if (listed.length > 0) return listed
  throw new AgentError('usage', 'there is no camera to be added', { hint: `Give an ${targetForms}.` })
}

async function readList(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AgentError('usage', `cannot read ${file} (${codeOf(cause) ?? 'unknown reason'})`, { cause })
  })
}

interface CommonAccount {
  /** What was typed once, for all. */
  readonly account: StreamCredentials | null
  /** Nothing else is added. */
  readonly isOne: boolean
}

/** Adds one entry of the list, or the channels of it that are wanted. Never rejects but for a defect: the others go on. */
async function addListed(
  listed: ListedCamera,
  { name, sub, channel, account: common, isOne }: AddCommandOptions & CommonAccount,
  { agentContext }: CommandContext,
  depsOf: (label: string) => AddDeps,
): Promise<AddOutcome[]> {
  try {
    const typed = await withSub(
      await readTarget(listed.address, agentContext.dataDir),
      sub,
      agentContext.dataDir,
    )
    // What stands in a line of a list is meant for that camera.
    const account = isOne ? common : (typed.credentials ?? common)
    const camera = { ...typed, account, givenName: name ?? listed.name }
    const cameras =
      channel === undefined ? [camera] : await chosenChannels(camera, channel, depsOf(typed.label))
    const outcomes: AddOutcome[] = []
    // A recorder is asked one thing after the other.
    for (const one of cameras) outcomes.push(await addOne(listed, one, depsOf(one.label)))
    return outcomes
  } catch (error) {
    if (error instanceof AgentError) return [{ listed, added: null, error }]
    throw error
  }
}

async function addOne(listed: ListedCamera, camera: NewCamera, deps: AddDeps): Promise<AddOutcome> {
  try {
    const added = await addCamera(camera, deps)
    return { listed, added, error: added.trouble }
  } catch (error) {
    if (error instanceof AgentError) return { listed, added: null, error }
    throw error
  }
}

async function withSub(camera: TypedCamera, sub: string | undefined, dataDir: string): Promise<TypedCamera> {
  if (sub === undefined) return camera
  const { target } = await readTarget(sub, dataDir)
  if (camera.target.type !== 'rtsp' || target.type !== 'rtsp')
    throw new AgentError('usage', '--sub takes an RTSP address, beside that of the main stream', {
      hint: 'An ONVIF camera tells its second stream itself.',
    })
  return { ...camera, target: { ...camera.target, rtsp_sub_url: target.rtsp_url } }
}

/** The outcomes in the order of the list. */
async function inTurn<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<number, R>()
  const waiting = [...items.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.set(next[0], await work(next[1]))
  }
  await Promise.all(Array.from({ length: most }, worker))
  return items.flatMap((_item, index) => results.get(index) ?? [])
}
