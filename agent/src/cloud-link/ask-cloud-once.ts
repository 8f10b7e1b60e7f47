import {
  type Hello,
  liveCapability,
  probePictureCapability,
  protocolVersions,
  type RequestType,
} from '@sightline/protocol'
import type { Clock } from '../platform/clock.js'
import type { CloudRoute } from '../platform/cloud-http.js'
import { localAddress } from '../platform/local-address.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import { agentVersion } from '../platform/version.js'
import type { Identity } from './identity.js'
import { openSocket, type Rejection } from './open-socket.js'
import { type Answer, type BodyOf, refusal, Session } from './session.js'

interface AskOnceDeps {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly route: CloudRoute
}

/** What came of it: an answer, a refused key, or no connection. */
export type OnceAnswer = Answer | Rejection | { readonly kind: 'unreachable'; readonly error: Error }

/** For connecting, greeting and the answer together, ms. */
const withinMs = 15_000
const goingAway = 1001

/**
 * Connects for one request, for a gateway whose agent does not run, and goes away again. Whatever else the cloud sends
 * is left to the agent.
 * @param ackedSeq what the outbox of the data folder knows to be acknowledged
 */
export async function askCloudOnce<T extends RequestType>(
  identity: Identity,
  ackedSeq: number,
  request: { readonly type: T; readonly body: BodyOf<T> },
  deps: AskOnceDeps,
): Promise<OnceAnswer> {
  const deadline = new AbortController()
  const cancel = deps.clock.after(withinMs, () =>
    deadline.abort(new Error('the cloud did not answer in time')),
  )
  try {
    const path = `/api/v1/gateways/${identity.gateway_id}/ws`
    const channel = { cloudUrl: identity.cloud_url, path, bearer: identity.api_key, route: deps.route }
    const opening = await openSocket(channel, deadline.signal)
    switch (opening.kind) {
      case 'failed':
        return { kind: 'unreachable', error: opening.error }
      case 'rejected':
        return opening
      case 'open':
        return await inSession(
          opening.socket,
          { greeting: hello(ackedSeq, deps), request },
          deps,
          deadline.signal,
        )
    }
  } finally {
    cancel()
  }
}

async function inSession<T extends RequestType>(
  socket: ConstructorParameters<typeof Session>[0],
  {
    greeting,
    request,
  }: {
    readonly greeting: Hello
    readonly request: { readonly type: T; readonly body: BodyOf<T> }
  },
  deps: AskOnceDeps,
  signal: AbortSignal,
): Promise<Answer> {
  let welcomed: () => void = () => undefined
  const welcome = new Promise<void>((resolve) => {
    welcomed = resolve
  })
  const session = new Session(
    socket,
    {
      welcome: () => welcomed(),
      ack: () => undefined,
      configuration: () => undefined,
      command: () => Promise.resolve(refusal('unavailable', 'the agent does not run')),
    },
    deps,
  )
  const stop = () => session.close(goingAway)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  session.send('hello', greeting)
  await Promise.race([welcome, session.ended])
  const answer = await session.request(request.type, request.body)
  stop()
  await session.ended
  return answer
}

function hello(ackedSeq: number, { clock, random }: AskOnceDeps): Hello {
  return {
    versions: [...protocolVersions],
    // What the program of this gateway can do; while its agent does not run, commands are refused.
    capabilities: [liveCapability, probePictureCapability],
    agent_version: agentVersion,
    boot_id: random.id(),
    config_revision: 0,
    last_acked_seq: ackedSeq,
    clock: { now: new Date(clock.now()).toISOString(), synced: null },
    local_ip: localAddress(),
  }
}
