import { inTime } from './agent-clock.js'
import { createLink } from './agent-link.js'
import { type AgentGround, type AgentOptions, discoveryOn, groundOf, ringBytes } from './agent-parts.js'
import { AgentPreviews } from './agent-previews.js'
import { answerQuestions } from './agent-questions.js'
import { openSensing } from './agent-sensing.js'
import type { AgentStatus } from './agent-socket/messages.js'
import { serveSocket } from './agent-socket/serve.js'
import { openState } from './agent-state.js'
import { describeAgent, type StatusParts } from './agent-status.js'
import { AgentTelemetry } from './agent-telemetry.js'
import {
  createDiskKeeper,
  createUploader,
  finishWithinMs,
  openRecordings,
  watchMoves,
  workUntilTheEnd,
} from './agent-work.js'
import type { StreamEndpoint } from './cameras/receive-stream.js'
import { carryOut } from './cloud-commands/carry-out.js'
import { CameraHeads } from './cloud-commands/move-camera.js'
import { ProbeTurns } from './cloud-commands/probe-turns.js'
import { type Identity, readIdentity } from './cloud-link/identity.js'
import { makePrivateFolder } from './platform/durable-file.js'
import { AgentError } from './platform/errors.js'
import { every } from './platform/every.js'
import { Lifetime } from './platform/lifetime.js'
import type { Logger } from './platform/logger.js'
import { agentVersion } from './platform/version.js'
import { newsEveryMs, Site } from './site/site.js'
import { RingBudget } from './stream/ring-budget.js'

/** A running agent. */
export interface Agent extends AsyncDisposable {
  readonly gatewayId: string
  status(): Promise<AgentStatus>
  /** Ends in order within ten seconds: recordings are closed with what they hold, files finished or left. */
  close(): Promise<void>
}

/**
 * Starts the agent of a paired data folder: first what records, then what tells the cloud.
 * @throws AgentError `not_paired`, `already_running`, `storage`
 */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const ground = groundOf(options)
  const identity = await readIdentity(ground.dataDir)
  if (!identity)
    throw new AgentError('not_paired', `${ground.dataDir} belongs to no paired gateway`, {
      hint: 'Pair it first: agent pair <code> --cloud <url>',
    })
  await makePrivateFolder(ground.dataDir)
  const lifetime = new Lifetime()
  try {
    return await begin(ground, identity, lifetime)
  } catch (error) {
    await lifetime.end(ground.log)
    throw error
  }
}

/** Puts the parts together. Each is ended before those that it stands on: see the order of `lifetime.add`. */
async function begin(given: AgentGround, identity: Identity, lifetime: Lifetime): Promise<Agent> {
  const { log } = given
  const { ground, service, clock: agentClock } = await inTime(given)
  lifetime.add('service time', () => service.keep())
  const state = await openState(ground, identity, service, lifetime)
  const keeper = await createDiskKeeper(ground, state)
  const { recordings, ffmpeg } = await openRecordings(ground, state, keeper, () => agentClock.evidence)

  const link = createLink(ground, { ...state, keeper }, agentClock, {
    command: (frame, signal) => carryOut(frame, commandDeps, signal),
    live: () => {
      site.reportAll()
      telemetry.tell()
    },
  })
  agentClock.offsetMs = () => link.clockOffsetMs
  const uploader = createUploader(ground, { ...state, link, cloudUrl: identity.cloud_url }, lifetime)
  const work = workUntilTheEnd(lifetime)
  const finding = { ...ground, sealingKey: identity.sealing_key, allowsAddress: ground.allowed }
  const cameras = agentClock.whenSet(state.configuration)
  const budget = new RingBudget(ringBytes())
  const sensing = await openSensing(ground, ground.dataDir, ffmpeg)
  const site = new Site({
    ...finding,
    ...sensing,
    recordings,
    budget,
    configuration: cameras,
    whereabouts: state.whereabouts,
    report: (status) => link.reportStatus(status),
  })
  lifetime.add('site', () => site.stop())
  lifetime.add('recordings', () => recordings.stop(finishWithinMs))
  lifetime.add('sensing', () => sensing.close())

  const live = (endpoint: StreamEndpoint) => site.receives(endpoint)
  const probe = { ...finding, live, turns: new ProbeTurns() }
  const heads = new CameraHeads({ ...ground, sealingKey: identity.sealing_key })
  lifetime.add('heads', () => heads.close())
  const discovery = discoveryOn(ground)
  const moves = watchMoves(ground, { ...state, link, site, discovery })
  const parts: StatusParts = { ...state, link, site, recordings, ffmpeg, clock: agentClock, uploader, keeper }
  const answering = { recordings, discovery, probe, heads, clockOffsetMs: agentClock.offsetMs }
  const commandDeps = { ...ground, ...state, site, ...answering }
  const telemetry = new AgentTelemetry(ground, parts)
  const previews = new AgentPreviews(ground, ffmpeg?.path ?? null, site, { ...finding, budget })
  lifetime.add('previews', () => previews.close())
  const socket = await serveSocket(ground.dataDir, answerQuestions(parts, discovery, probe, previews), log)
  lifetime.add('socket', async () => {
    await socket[Symbol.asyncDispose]()
  })
  const news = { run: (signal: AbortSignal) => every(newsEveryMs, () => site.tellNews(), ground, signal) }
  for (const part of [link, uploader, keeper, telemetry, agentClock, cameras, news, moves]) work(part)
  log.info(
    { gatewayId: identity.gateway_id, cloud: identity.cloud_url, version: agentVersion },
    'agent.started',
  )
  return runningAgent(parts, lifetime, log)
}

/** What is to be seen and done from outside. */
function runningAgent(parts: StatusParts, lifetime: Lifetime, log: Logger): Agent {
  const close = async () => {
    log.info('agent.stopping')
    await lifetime.end(log)
    log.info('agent.stopped')
  }
  return {
    gatewayId: parts.identity.gateway_id,
    status: () => describeAgent(parts),
    close,
    [Symbol.asyncDispose]: close,
  }
}
