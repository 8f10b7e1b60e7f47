import type { Command } from 'commander'
import { askAgent, holdAgent } from '../agent-socket/ask.js'
import { type AgentStatus, type PreviewRequest, socketAnswers } from '../agent-socket/messages.js'
import { AgentError } from '../platform/errors.js'
import { findFfmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import { receiveForPreview } from '../preview/preview-address.js'
import { Previews } from '../preview/previews.js'
import { ringBytes } from '../runtime/agent-context.js'
import { RingBudget } from '../stream/ring-budget.js'
import { type AccountOptions, passwordStdinOption, readAccount, usernameOption } from './camera-account.js'
import { readTarget, targetForms } from './camera-target.js'
import { type CommandContext, type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { runUntilStopped } from './run-until-stopped.js'
import { processTerminal } from './terminal.js'

interface PreviewCommandOptions extends CommonOptions, AccountOptions {
  readonly lan?: boolean
}

/** What `agent preview` takes. */
export function definePreview(agent: Command): void {
  agent
    .command('preview')
    .description('show a camera in the browser')
    .argument('<camera>', `name or id of a camera of this gateway, ${targetForms}`)
    .option('--lan', 'let other machines of this network look, by a link that is good once')
    .option(...usernameOption)
    .option(...passwordStdinOption)
    .option(...dataDirOption)
    .addHelpText('after', '\nExample: agent preview "Front door"')
    .action(previewCommand)
}

/** `agent preview <camera>`: serves a page with its picture until it is ended, or the agent is. */
async function previewCommand(typed: string, options: PreviewCommandOptions): Promise<void> {
  const context = contextOf(options)
  const status = await askAgent(context.agentContext.dataDir, { ask: 'status' }, socketAnswers.status)
  const camera = await cameraOf(typed, status, options, context)
  const lan = options.lan ?? false
  await runUntilStopped(context.agentContext, () =>
    status ? byAgent({ ask: 'preview', camera, lan }, context) : byOurselves(camera, lan, context),
  )
}

type Wanted = PreviewRequest['camera']

/** A camera of the gateway by its name, else one at an address. */
async function cameraOf(
  typed: string,
  status: AgentStatus | null,
  options: PreviewCommandOptions,
  { agentContext }: CommandContext,
): Promise<Wanted> {
  const isNamed = ({ id, name }: AgentStatus['cameras'][number]) =>
    id === typed || name.toLowerCase() === typed.toLowerCase()
  const [camera, ...others] = status?.cameras.filter(isNamed) ?? []
  if (others.length > 0)
    throw new AgentError('usage', `${others.length + 1} cameras are called ${typed}`, {
      hint: 'Give the id of one: agent status --json shows them.',
    })
  if (camera) return { id: camera.id }
  const address = await readTarget(typed, agentContext.dataDir).catch((cause: unknown) => {
    throw new AgentError('usage', `${typed} is neither a camera of this gateway nor an address of one`, {
      hint: status ? 'agent status lists the cameras.' : 'The agent does not run: start it with agent run.',
      cause,
    })
  })
  const credentials = await readAccount(options, address.credentials, processTerminal, true)
  return { target: address.target, credentials, name: address.name ?? address.label }
}

/** The running agent shows it, from the connection that it has. */
async function byAgent(request: PreviewRequest, context: CommandContext) {
  const held = await holdAgent(context.agentContext.dataDir, request, socketAnswers.preview)
  if (!held) throw new AgentError('failed', 'the agent has ended meanwhile')
  printLink(held.value, request.lan, context)
  const gone = held.ended.then(() => {
    throw new AgentError('failed', 'the agent has ended, and the preview with it')
  })
  // Ended by us it is no news to anybody.
  gone.catch(() => undefined)
  return {
    ended: gone,
    close: () => {
      held.end()
      return Promise.resolve()
    },
  }
}

/** No agent runs: this process receives the camera for as long as it lasts. */
async function byOurselves(camera: Wanted, lan: boolean, context: CommandContext) {
  const { agentContext } = context
  if ('id' in camera) throw new AgentError('failed', 'the agent has ended meanwhile')
  const stop = new AbortController()
  const { found } = await findFfmpeg(agentContext.ffmpegPath, agentContext.clock)
  const previews = new Previews({ ...agentContext, ffmpegPath: found?.path ?? null })
  const deps = { ...agentContext, allowsAddress: agentContext.allowed, budget: new RingBudget(ringBytes()) }
  const { target, credentials, name } = camera
  const shown = await receiveForPreview({ target, credentials, name }, deps, stop.signal)
  printLink({ url: await previews.open(shown, lan, stop.signal), name }, lan, context)
  return {
    async close() {
      stop.abort(new Error('the preview ends'))
      await previews[Symbol.asyncDispose]()
    },
  }
}

function printLink(
  { url, name }: { readonly url: string; readonly name: string },
  lan: boolean,
  { say, show }: CommandContext,
) {
  show(`${name}: ${url}`)
  say(`The link is good once, and for ten minutes. Ctrl-C ends the preview.`)
  if (lan) say('Whoever on this network has the link sees the picture, and it travels in the clear.')
}
