import { resolve } from 'node:path'
import { describeWarning, type ProbedCamera, type ProbeOutcome } from '@sightline/protocol'
import type { Command } from 'commander'
import { askAgent } from '../agent-socket/ask.js'
import { socketAnswers } from '../agent-socket/messages.js'
import { streamsAt } from '../cameras/resolve-streams.js'
import { captureStream } from '../capture/capture-camera.js'
import { probeTarget } from '../cloud-commands/probe-camera.js'
import { ProbeTurns } from '../cloud-commands/probe-turns.js'
import { AgentError } from '../platform/errors.js'
import { secrets } from '../platform/secrets.js'
import type { StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { kindOfFault } from '../streams/fault-kind.js'
import { type AccountOptions, passwordStdinOption, readAccount, usernameOption } from './camera-account.js'
import { readTarget, type TypedCamera, targetForms, withChannel } from './camera-target.js'
import { type CommandContext, type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { roundRate, seconds } from './describe-stream.js'
import { tableWithin } from './table.js'
import { processTerminal, widthOfPage } from './terminal.js'

interface ProbeCommandOptions extends CommonOptions, AccountOptions {
  readonly json?: boolean
  readonly channel?: string
  readonly capture?: string
}

/** What `agent probe` takes. */
export function defineProbe(agent: Command): void {
  agent
    .command('probe')
    .description('connect to a camera and say what it sends, or what is wrong')
    .argument('<address>', targetForms)
    .option(...usernameOption)
    .option(...passwordStdinOption)
    .option('--channel <which>', 'of a recorder or a camera with several lenses: its number, or its token')
    .option('--json', 'for programs')
    .option(
      '--capture <file>',
      'also write the dialogue, without secrets, and ten seconds of packets to a new file',
    )
    .option(...dataDirOption)
    .addHelpText(
      'after',
      `
Examples:
  agent probe rtsp://192.168.1.20/stream1 --username admin
  agent probe 192.168.1.20 --username admin`,
    )
    .action(probeCommand)
}

/** Milliseconds for everything that a probe does. */
const deadlineMs = 28_000

/** `agent probe <address>`: connects to a camera and says what it sends, or what is wrong and what to do. */
async function probeCommand(typed: string, options: ProbeCommandOptions): Promise<void> {
  // The capture goes where the caller may write.
  const context = contextOf(options, true, options.capture === undefined ? 'of the owner' : 'kept')
  const named = await readTarget(typed, context.agentContext.dataDir)
  const camera = options.channel === undefined ? named : withChannel(named, options.channel)
  const account = await readAccount(options, camera.credentials, processTerminal, false)
  if (account) secrets.add(account.password)
  if (options.capture !== undefined) await captureInto(options.capture, context, camera, account)
  const outcome = await probe(context, camera, account)
  if (options.json) context.print(JSON.stringify(outcome, null, 2))
  else if (outcome.reachable) context.print(describe(outcome))
  if (!outcome.reachable)
    throw new AgentError(
      kindOfFault(outcome.fault),
      secrets.redact(outcome.message),
      hintFor(outcome, account),
    )
}

/** A connection of its own, whoever receives the camera: what it says in the beginning is what one wants to see. */
async function captureInto(
  file: string,
  { agentContext }: CommandContext,
  { target }: TypedCamera,
  credentials: StreamCredentials | null,
): Promise<void> {
  const deps = { ...agentContext, allowsAddress: agentContext.allowed }
  const { signal } = new AbortController()
  const found = await streamsAt(target, credentials, deps, signal)
  if (found.kind === 'failed') throw new AgentError(kindOfFault(found.fault), found.message)
  process.stderr.write('Capturing ten seconds of the main stream ...\n')
  const failure = await captureStream(found.main, resolve(file), deps, signal)
  process.stderr.write(`Wrote ${file}. It holds no credentials and no address, but pictures.\n`)
  if (failure) throw new AgentError(kindOfFault(failure.fault), failure.message, { cause: failure })
}

/** The running agent probes if there is one, so that a camera in use gets no second connection. */
async function probe(
  { agentContext }: CommandContext,
  { target }: TypedCamera,
  credentials: StreamCredentials | null,
): Promise<ProbeOutcome> {
  const running = await askAgent(
    agentContext.dataDir,
    { ask: 'probe', target, credentials },
    socketAnswers.probe,
  )
  if (running) return running
  const deps = {
    ...agentContext,
    allowsAddress: agentContext.allowed,
    live: () => null,
    turns: new ProbeTurns(),
  }
  return probeTarget({ target, credentials }, deadlineMs, deps, new AbortController().signal)
}

function hintFor(
  { fault }: Extract<ProbeOutcome, { reachable: false }>,
  account: StreamCredentials | null,
): { hint?: string } {
  if (fault !== 'auth') return {}
  return account === null
    ? { hint: 'Name the account of the camera with --username.' }
    : { hint: 'It was tried once only, for cameras lock accounts.' }
}

function bitrateText(kbps: number | null): string {
  return kbps === null ? '?' : `${Math.round(kbps)} kbit/s`
}

function describe(camera: ProbedCamera): string {
  const who = [camera.manufacturer, camera.model].filter((part) => part !== null).join(' ')
  const serial = camera.serial === null ? '' : `, serial number ${camera.serial}`
  const head = [
    `The camera works (login: ${camera.auth_scheme ?? 'none'}).`,
    ...(who === '' ? [] : [`It is a ${who}${serial}.`]),
  ]
  const rows = camera.streams.map((stream) => [
    stream.role,
    stream.codec,
    `${stream.width}x${stream.height}`,
    stream.fps === null ? '?' : roundRate(stream.fps),
    seconds(stream.gop_sec),
    bitrateText(stream.bitrate_kbps ?? null),
    stream.audio === undefined ? '?' : (stream.audio ?? 'none'),
    stream.transport ?? '?',
  ])
  const streams = tableWithin(
    widthOfPage(),
    ['STREAM', 'CODEC', 'SIZE', 'FPS', 'KEYFRAME EVERY', 'BITRATE', 'SOUND', 'OVER'],
    rows,
  )
  const addresses = camera.streams.map(({ role, url }) => `${role}: ${url}`)
  const warnings = camera.streams.flatMap(({ warnings: found = [] }) =>
    found.flatMap((warning) => {
      const words = describeWarning(warning)
      return words ? [`${words.message} ${words.remedy}`] : []
    }),
  )
  return [head.join(' '), ...channelLine(camera), streams, addresses.join('\n'), ...warnings].join('\n\n')
}

function channelLine({ channel, channels = [] }: ProbedCamera): string[] {
  if (channels.length < 2) return []
  const list = channels.map(({ token, name }, index) => {
    const mark = token === channel ? ' (this one)' : ''
    return `${index + 1} ${name}${mark}`
  })
  return [`The device has ${channels.length} channels: ${list.join(', ')}.`]
}
