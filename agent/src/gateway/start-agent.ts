import type { AgentStatus } from '../agent-socket/messages.js'
import { serveSocket } from '../agent-socket/serve.js'
import { carryOut } from '../cloud-commands/carry-out.js'
import { type Identity, readIdentity } from '../cloud-link/identity.js'
import { AgentError } from '../platform/errors.js'
import type { Lifetime } from '../platform/lifetime.js'
import { OpenFilesWatch } from '../platform/open-files.js'
import { agentVersion } from '../platform/version.js'
import {
  type AgentContext,
  type AgentOptions,
  createAgentContext,
  ringBytes,
} from '../runtime/agent-context.js'
import { workUntilTheEnd } from '../runtime/background-work.js'
import { createUplink } from '../runtime/create-uplink.js'
import { createUploader } from '../runtime/create-uploader.js'
import { openRecordingStore } from '../runtime/recording-store.js'
import { serveCameras } from '../runtime/serve-cameras.js'
import { type Closing, startWithLifetime } from '../runtime/start-with-lifetime.js'
import { openTimeSync } from '../runtime/time-sync.js'
import { describeAgent } from './agent-status.js'
import { CameraPreviews } from './camera-previews.js'
import { createGatewayLink, gatewayMediaChannel } from './gateway-link.js'
import { openGatewayState } from './gateway-state.js'
import { answerLocalRequests } from './local-requests.js'
import { searchMovedCameras } from './moved-cameras.js'
import { TelemetryReporter } from './telemetry-reporter.js'

/** A running agent. */
export interface Agent extends Closing {
  readonly gatewayId: string
  status(): Promise<AgentStatus>
}

/**
 * Starts the agent of a paired data folder: first what records, then what connects to the cloud.
 * @throws AgentError `not_paired`, `already_running`, `storage`
 */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const context = createAgentContext(options)
  const identity = await readIdentity(context.dataDir)
  if (!identity)
    throw new AgentError('not_paired', `${context.dataDir} belongs to no paired gateway`, {
      hint: 'Pair it first: agent pair <code> --cloud <url>',
    })
  return startWithLifetime(context, 'agent', (lifetime) => begin(context, identity, lifetime))
}

/** Puts the parts together. Each is ended before those that it stands on: see the order of `lifetime.add`. */
async function begin(given: AgentContext, identity: Identity, lifetime: Lifetime) {
  const { context, service, timeSync } = await openTimeSync(given)
  lifetime.add('service time', () => service.keep())
  const state = await openGatewayState(context, identity, service, lifetime)
  const store = await openRecordingStore(context, state, timeSync)
  const link = createGatewayLink(
    context,
    timeSync,
    { ...state, ...store },
    {
      command: (frame, signal) => carryOut(frame, commandDeps, signal),
      live: () => {
        supervisor.reportAll()
        telemetry.report()
      },
    },
  )
  timeSync.offsetMs = () => link.clockOffsetMs
  const uplink = createUplink(context, state)
  const uploader = createUploader(
    context,
    state,
    { link, cloudUrl: identity.cloud_url, share: uplink },
    lifetime,
  )
  const work = workUntilTheEnd(lifetime, context)
  const configuration = timeSync.whenSet(state.configuration)
  const { supervisor, live, commandDeps, reach } = await serveCameras(
    context,
    { ...state, ...store },
    {
      ...state,
      configuration,
      link,
      uplink,
      mediaChannel: (liveId) => gatewayMediaChannel(identity, context, liveId),
      sealingKey: identity.sealing_key,
      ringBytes: ringBytes(),
      tombstonesDir: context.dataDir,
    },
    lifetime,
  )
  const parts = { ...state, ...store, link, live, supervisor, timeSync, uploader }
  const telemetry = new TelemetryReporter(context, parts)
  const previews = new CameraPreviews({ ...reach, ffmpegPath: store.ffmpeg?.path ?? null }, supervisor)
  lifetime.add('previews', () => previews.close())
  const requests = answerLocalRequests(parts, { ...commandDeps, previews })
  const socket = await serveSocket(context.dataDir, requests, context.log).catch((err: unknown) => {
    // Some file systems have no sockets. Who asks on this machine is told nothing, and cameras are recorded.
    context.log.error({ err }, 'agent_socket.not_served')
    return null
  })
  lifetime.add('socket', async () => {
    await socket?.[Symbol.asyncDispose]()
  })
  const moves = searchMovedCameras(context, { ...state, ...commandDeps, link })
  for (const part of [
    link,
    uplink,
    uploader,
    store.diskSpace,
    telemetry,
    timeSync,
    configuration,
    supervisor,
    moves,
    new OpenFilesWatch(context),
  ])
    work(part)
  const { gateway_id: gatewayId, cloud_url: cloud } = identity
  context.log.info({ gatewayId, cloud, version: agentVersion }, 'agent.started')
  return { gatewayId, status: () => describeAgent(parts) }
}
