import { protocolVersions, type Telemetry } from '@sightline/protocol'
import {
  type AgentGround,
  type AgentOptions,
  discoveryOn,
  groundOf,
  outboxFolder,
  ringBytes,
} from './agent-parts.js'
import type { AgentStatus, SocketRequest } from './agent-socket/messages.js'
import { serveSocket } from './agent-socket/serve.js'
import { describeAgent, recordingStates, type StatusParts } from './agent-status.js'
import type { StreamEndpoint } from './cameras/receive-stream.js'
import { carryOut } from './cloud-commands/carry-out.js'
import { probeStreams } from './cloud-commands/probe-camera.js'
import { TriggerAnswers } from './cloud-commands/trigger-answers.js'
import { type Identity, readIdentity } from './cloud-link/identity.js'
import { CloudLink } from './cloud-link/link.js'
import { Configuration } from './configuration/configuration.js'
import { type Database, openDatabase } from './outbox/open-database.js'
import { Outbox } from './outbox/outbox.js'
import { recordingJournal } from './outbox/recording-journal.js'
import { httpDispatcher } from './platform/cloud-http.js'
import { makePrivateFolder } from './platform/durable-file.js'
import { AgentError } from './platform/errors.js'
import { findFfmpeg } from './platform/ffmpeg/find-ffmpeg.js'
import { localAddress } from './platform/local-address.js'
import { secrets } from './platform/secrets.js'
import { agentVersion } from './platform/version.js'
import { Recordings } from './recording/recordings.js'
import { Site } from './site/site.js'
import { RingBudget } from './stream/ring-budget.js'
import { readClockEvidence } from './telemetry/clock-evidence.js'
import type { TelemetrySample } from './telemetry/sample.js'
import { createTelemetrySampler } from './telemetry/sampler.js'
import { uploadQueue } from './upload/upload-queue.js'
import { Uploader } from './upload/uploader.js'

/** A running agent. */
export interface Agent extends AsyncDisposable {
  readonly gatewayId: string
  status(): Promise<AgentStatus>
  /** Ends in order within ten seconds: recordings are closed with what they hold, files finished or left. */
  close(): Promise<void>
}

/** How often the state of the clock and of the recorders is looked at, ms. */
const lookEveryMs = { clock: 60_000, recorders: 500 } as const
/** The time that finishing clips gets at the end, ms; the rest is finished at the next start. */
const finishWithinMs = 6_000

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
  const database = await openDatabase(outboxFolder(ground.dataDir))
  try {
    return await runningAgent(ground, identity, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function runningAgent(ground: AgentGround, identity: Identity, database: Database): Promise<Agent> {
  const { dataDir, clock, random, log, route, allowed } = ground
  const startedMs = clock.monotonic()
  let clockSynced: boolean | null = null
  let newest: TelemetrySample | null = null

  const outbox = await Outbox.open(database, clock)
  const answers = new TriggerAnswers(database, clock)
  await answers.dropOld()
  const uploads = uploadQueue(database)
  const key = Buffer.from(identity.storage_key, 'base64')
  const configuration = await Configuration.open({ dataDir, key, random, log })
  const { found: ffmpeg, tried } = await findFfmpeg(ground.ffmpegPath, clock)
  if (!ffmpeg) log.warn({ tried }, 'ffmpeg.not_found')

  // Events of an earlier process are told while the link is not there yet.
  let clockOffsetMs: () => number | null = () => null
  const evidence = () => ({ offsetMs: clockOffsetMs(), synced: clockSynced })
  const observer = recordingJournal(outbox, evidence)
  const redact = (text: string) => secrets.redact(text)
  const recordings = await Recordings.open({ dataDir, clock, log, random, observer, ffmpeg, redact })
  const budget = new RingBudget(ringBytes())
  const finding = { ...ground, sealingKey: identity.sealing_key, allowsAddress: allowed }

  const link = new CloudLink({
    ...ground,
    channel: {
      cloudUrl: identity.cloud_url,
      gatewayId: identity.gateway_id,
      apiKey: identity.api_key,
      route,
    },
    outbox,
    hello: async () => ({
      versions: [...protocolVersions],
      capabilities: [],
      agent_version: agentVersion,
      boot_id: bootId,
      config_revision: configuration.revision,
      last_acked_seq: outbox.acked,
      clock: { now: new Date(clock.now()).toISOString(), synced: clockSynced },
      local_ip: localAddress(),
    }),
    heartbeat: () => ({
      now: new Date(clock.now()).toISOString(),
      clock_synced: clockSynced,
      uptime_sec: Math.round((clock.monotonic() - startedMs) / 1000),
      outbox_entries: outbox.counts.entries,
      outbox_rejected: outbox.counts.refused,
    }),
    configuration: (frame) => configuration.apply(frame),
    command: (frame, signal) => carryOut(frame, commandDeps, signal),
    live: () => {
      site.reportAll()
      tellRecorders()
    },
  })
  clockOffsetMs = () => link.clockOffsetMs
  const bootId = random.id()
  const site = new Site({
    ...finding,
    recordings,
    budget,
    configuration,
    report: (status) => link.reportStatus(status),
  })
  const probe = {
    ...finding,
    live: (endpoint: StreamEndpoint) =>
      site.cameras.map((camera) => camera.receives(endpoint)).find((facts) => facts !== null) ?? null,
  }
  const discovery = discoveryOn(ground)
  const commandDeps = {
    site,
    answers,
    outbox,
    clock,
    log,
    recordings,
    discovery,
    probe,
    clockOffsetMs: () => link.clockOffsetMs,
  }
  const dispatcher = httpDispatcher(identity.cloud_url, route)
  const uploader = new Uploader({
    queue: uploads,
    outbox,
    link,
    cloudUrl: identity.cloud_url,
    dispatcher,
    clock,
    random,
    log,
  })
  const sampler = createTelemetrySampler({
    clock,
    log,
    dataDir,
    send: (sample) => {
      newest = sample
      tellRecorders()
    },
  })
  const parts: StatusParts = {
    identity,
    link,
    outbox,
    uploads,
    site,
    recordings,
    ffmpeg,
    clockSynced: () => clockSynced,
    uptimeSec: () => (clock.monotonic() - startedMs) / 1000,
  }

  /** Sends telemetry with what the recorders do now. */
  function tellRecorders(): void {
    const nothing = { upstream_mbps: null, downstream_mbps: null }
    const sample = newest ?? {
      cpu_percent: null,
      memory_mb: null,
      disk_free_mb: null,
      network_throughput: nothing,
    }
    link.send('telemetry', { ...sample, camera_recording_status: recordingStates(parts) } satisfies Telemetry)
  }

  const root = new AbortController()
  const socket = await serveSocket(dataDir, answerQuestions, log)
  const working = [
    link.run(root.signal),
    uploader.run(root.signal),
    sampler.run(root.signal),
    every(lookEveryMs.clock, async () => {
      clockSynced = await readClockEvidence(clock)
    }),
    watchRecorders(),
  ]
  log.info(
    { gatewayId: identity.gateway_id, cloud: identity.cloud_url, version: agentVersion },
    'agent.started',
  )

  async function answerQuestions(request: SocketRequest, signal: AbortSignal): Promise<unknown> {
    switch (request.ask) {
      case 'status':
        return describeAgent(parts)
      case 'discover':
        return {
          devices: await discovery.discover({ budgetMs: request.budget_ms, known: site.known() }, signal),
        }
      case 'probe': {
        const { url, username, password } = request
        const credentials = username === null ? null : { username, password: password ?? '' }
        const main = { url, credentials }
        return probeStreams({ kind: 'found', main, sub: null, device: null }, 20_000, probe, signal)
      }
    }
  }

  /** Calls `task` now and at intervals until the end; what fails is logged and tried again. */
  async function every(ms: number, task: () => Promise<void>): Promise<void> {
    while (!root.signal.aborted) {
      await task().catch((err: unknown) => log.warn({ err }, 'agent.task_failed'))
      await clock.delay(ms, { signal: root.signal }).catch(() => undefined)
    }
  }

  /** Tells the cloud as soon as a recorder begins or ends something. */
  async function watchRecorders(): Promise<void> {
    let told = ''
    await every(lookEveryMs.recorders, async () => {
      const states = JSON.stringify(recordingStates(parts))
      if (states !== told) tellRecorders()
      told = states
    })
  }

  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= (async () => {
      log.info('agent.stopping')
      await socket[Symbol.asyncDispose]()
      await recordings.stop(finishWithinMs)
      await site.stop()
      root.abort(new Error('the agent stops'))
      await Promise.allSettled(working)
      await dispatcher.destroy()
      await configuration.settled()
      await outbox.settled()
      await database.close()
      log.info('agent.stopped')
    })()
    return closing
  }
  return {
    gatewayId: identity.gateway_id,
    status: () => describeAgent(parts),
    close,
    [Symbol.asyncDispose]: close,
  }
}
