import { createInterface } from 'node:readline'
import type { ProbeOutcome } from '@sightline/protocol'
import type { Command } from 'commander'
import { askAgent } from '../agent-socket/ask.js'
import { socketAnswers } from '../agent-socket/messages.js'
import { probeAddress } from '../cloud-commands/probe-camera.js'
import { ProbeTurns } from '../cloud-commands/probe-turns.js'
import { AgentError, type AgentErrorKind } from '../platform/errors.js'
import { secrets } from '../platform/secrets.js'
import { parseRtspUrl, type StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { asStreamFailure } from '../rtsp/stream-failure.js'
import { type CommandContext, type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { readHidden } from './read-hidden.js'
import { table } from './table.js'

export interface ProbeCommandOptions extends CommonOptions {
  readonly username?: string
  readonly passwordStdin?: boolean
  readonly json?: boolean
}

/** Milliseconds for everything that a probe does. */
const deadlineMs = 20_000

/** What `agent probe` takes. */
export function defineProbe(agent: Command): void {
  agent
    .command('probe')
    .description('connect to a camera and say what it sends, or what is wrong')
    .argument('<url>', 'RTSP address, such as rtsp://192.168.1.20/stream1')
    .option('--username <name>', 'account at the camera; its password is asked for')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'for programs')
    .option(...dataDirOption)
    .addHelpText('after', '\nExample: agent probe rtsp://192.168.1.20/stream1 --username admin')
    .action(probeCommand)
}

/** `agent probe <url>`: connects to a camera and says what it sends, or what is wrong and what to do. */
export async function probeCommand(typed: string, options: ProbeCommandOptions): Promise<void> {
  const context = contextOf(options)
  const { url, credentials } = await target(typed, options)
  if (credentials) secrets.add(credentials.password)
  const outcome = await probe(context, url, credentials)
  if (options.json) context.print(secrets.redact(JSON.stringify(outcome, null, 2)))
  else if (outcome.reachable) context.print(describe(outcome))
  if (!outcome.reachable) throw new AgentError(kindOf(outcome.fault), secrets.redact(outcome.message))
}

/** The running agent looks if there is one, so that a camera in use gets no second connection. */
async function probe(
  { ground }: CommandContext,
  url: string,
  credentials: StreamCredentials | null,
): Promise<ProbeOutcome> {
  const { username = null, password = null } = credentials ?? {}
  const running = await askAgent(
    ground.dataDir,
    { ask: 'probe', url, username, password },
    socketAnswers.probe,
  )
  if (running) return running
  const deps = { ...ground, allowsAddress: ground.allowed, live: () => null, turns: new ProbeTurns() }
  return probeAddress({ url, credentials }, deadlineMs, deps, new AbortController().signal)
}

/** The address without its userinfo, and the account, by whichever way it was given. */
async function target(typed: string, options: ProbeCommandOptions) {
  const { address, credentials } = parsed(typed.includes('://') ? typed : `rtsp://${typed}`)
  const username = options.username ?? credentials?.username
  if (options.passwordStdin) {
    if (username === undefined) throw new AgentError('usage', '--password-stdin needs --username')
    return { url: address.url, credentials: { username, password: await firstLine() } }
  }
  if (options.username === undefined) return { url: address.url, credentials }
  const password = await readHidden(`Password of ${options.username}: `)
  return { url: address.url, credentials: { username: options.username, password } }
}

function parsed(url: string) {
  try {
    return parseRtspUrl(url)
  } catch (error) {
    throw new AgentError('usage', asStreamFailure(error).message, { cause: error })
  }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

/** The exit code says what kind of trouble it is. */
function kindOf(fault: Extract<ProbeOutcome, { reachable: false }>['fault']): AgentErrorKind {
  switch (fault) {
    case 'auth':
      return 'camera_auth'
    case 'dns':
    case 'refused':
    case 'timeout':
      return 'unreachable'
    case 'address':
    case 'clock':
    case 'codec':
    case 'no_video':
    case 'not_found':
    case 'not_rtsp':
    case 'protocol':
    case 'redirect':
    case 'stream_limit':
    case 'tls':
      return 'camera_refused'
  }
}

function describe(outcome: Extract<ProbeOutcome, { reachable: true }>): string {
  const rows = outcome.streams.map((stream) => [
    stream.role,
    stream.codec,
    `${stream.width}x${stream.height}`,
    stream.fps === null ? '?' : String(stream.fps),
    stream.gop_sec === null ? '?' : `${stream.gop_sec} s`,
    stream.url,
  ])
  return `The camera works (login: ${outcome.auth_scheme ?? 'none'}).\n\n${table(
    ['STREAM', 'CODEC', 'SIZE', 'FPS', 'KEYFRAME EVERY', 'ADDRESS'],
    rows,
  )}`
}
