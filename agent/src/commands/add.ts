import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { readIdentity } from '../cloud-link/identity.js'
import { AgentError, codeOf, messageOf } from '../platform/errors.js'
import type { StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { type AddDeps, type AddedCamera, addCamera } from './add-camera.js'
import { type AccountOptions, passwordStdinOption, readAccount, usernameOption } from './camera-account.js'
import { type ListedCamera, longestName, parseCameraList } from './camera-list.js'
import { readTarget, type TypedCamera, targetForms } from './camera-target.js'
import { type CommandContext, type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { notPaired } from './not-paired.js'
import { wrapped } from './table.js'
import { processTerminal, widthOfSentences } from './terminal.js'
import { withAgent } from './with-agent.js'

interface AddCommandOptions extends CommonOptions, AccountOptions {
  readonly name?: string
  readonly sub?: string
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
  agent add --file cameras.txt --username admin --password-stdin < password.txt`,
    )
    .action(addCommand)
}

/** One line of the answer. */
type Outcome = { readonly listed: ListedCamera } & (
  | { readonly added: AddedCamera; readonly error: AgentError | null }
  | { readonly added: null; readonly error: AgentError }
)

/** Cameras that are connected to at once. */
const atOnce = 4

/** `agent add`: adds cameras to the cloud by the running agent, or by one that runs for as long as this takes. */
export async function addCommand(addresses: readonly string[], options: AddCommandOptions): Promise<void> {
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
  const first = isOne && only ? await readTarget(only.address, context.ground.dataDir) : null
  // Nobody types a password for nothing.
  if (!(await readIdentity(context.ground.dataDir))) throw notPaired(context.ground.dataDir)
  const account = await readAccount(options, first?.credentials ?? null, processTerminal, true)
  const outcomes = await withAgent(context, async (ask, runs) => {
    const { print, say, ground } = context
    const lineOf = (label: string) => (line: string) => {
      if (!options.json) print(wrapped(`${label}: ${line}`, '  ', widthOfSentences(process.stdout.columns)))
    }
    const terminal = isOne && processTerminal.isThere ? processTerminal : null
    const add = (camera: ListedCamera) =>
      addListed(camera, account, isOne, options, context, (label) => ({
        ask,
        clock: ground.clock,
        terminal,
        say: lineOf(label),
      }))
    const done = await inTurn(listed, atOnce, add)
    if (!runs && !options.json)
      say(
        'The agent does not run here yet: cameras are recorded once it does. Start it with agent run, or agent service install.',
      )
    return done
  })
  if (options.json) context.print(JSON.stringify(outcomes.map(toJson), null, 2))
  complain(outcomes, options)
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

/** Adds one camera of the list. Never rejects but for a defect: the others go on. */
async function addListed(
  listed: ListedCamera,
  common: StreamCredentials | null,
  isOnly: boolean,
  { name, sub }: AddCommandOptions,
  { ground }: CommandContext,
  depsOf: (label: string) => AddDeps,
): Promise<Outcome> {
  try {
    const typed = await withSub(await readTarget(listed.address, ground.dataDir), sub, ground.dataDir)
    const deps = depsOf(typed.label)
    // What stands in a line of a list is meant for that camera.
    const account = isOnly ? common : (typed.credentials ?? common)
    const added = await addCamera({ ...typed, account, givenName: name ?? listed.name }, deps)
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

function toJson({ listed, added, error }: Outcome) {
  return {
    address: listed.address,
    camera_id: added?.camera_id ?? null,
    name: added?.name ?? null,
    created: added?.created ?? false,
    online: added !== null && error === null,
    error: error && { kind: error.kind, message: error.message, hint: error.hint },
  }
}

/** @throws AgentError if a camera was not added, or is not on line: the one that it was about, or how many there are */
function complain(outcomes: readonly Outcome[], { json }: AddCommandOptions): void {
  const failed = outcomes.filter(({ error }) => error !== null)
  const [first] = failed
  if (!first?.error) return
  if (outcomes.length === 1) {
    const { added, error } = first
    if (added === null) throw error
    throw new AgentError(error.kind, `"${added.name}" is added, but not on line: ${messageOf(error)}`, {
      ...(error.hint === null ? {} : { hint: error.hint }),
      cause: error,
    })
  }
  const lines = failed.map(({ listed, added, error }) => {
    const what = added === null ? 'not added' : 'added, but not on line'
    return `${withoutUserinfo(listed.address)}: ${what}: ${error?.message ?? ''}`
  })
  const summary = `${failed.length} of ${outcomes.length} cameras failed`
  throw new AgentError('failed', json ? summary : [summary, ...lines].join('\n'))
}

/** What was typed, for a person, whatever it was. */
function withoutUserinfo(address: string): string {
  return address.replace(/^([a-z]+:\/\/)?.*@/i, '$1')
}
