import { type CameraPropose, CameraProposed } from '@sightline/protocol'
import type { Clock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'
import { secrets } from '../platform/secrets.js'
import type { CloudLink } from './link.js'
import { describeState } from './link-state.js'

/** How long a link that is just being made is waited for, ms. */
const linkMs = 15_000

/**
 * Asks the cloud to add a camera that this gateway has connected to.
 * @throws AgentError `unreachable` without a link, `cloud_refused` with the cloud's reason; the signal's reason
 */
export async function proposeCamera(
  link: CloudLink,
  camera: CameraPropose,
  clock: Clock,
  signal: AbortSignal,
): Promise<CameraProposed> {
  const guard = secrets.scope()
  if (camera.credentials) guard.add(camera.credentials.password)
  try {
    await untilLive(link, clock, signal)
    const answer = await link.request('camera.propose', camera, '')
    switch (answer.kind) {
      case 'done':
        return CameraProposed.parse(answer.value)
      case 'refused': {
        const { code, message } = answer.error
        throw new AgentError('cloud_refused', `the cloud did not take the camera: ${message}`, hintFor(code))
      }
      case 'lost':
        throw new AgentError('unreachable', 'the connection to the cloud was lost before it answered', {
          hint: 'Run the same command again: a camera that was added meanwhile is not added twice.',
        })
    }
  } finally {
    guard.end()
  }
}

function hintFor(code: string): { hint?: string } {
  switch (code) {
    case 'forbidden':
      return { hint: 'Ask whoever made the pairing code for that, then run the same command again.' }
    case 'unavailable':
    case 'internal':
      return { hint: 'Wait a minute, then run the same command again.' }
    default:
      return {}
  }
}

/** @throws AgentError `unreachable` that says why there is no link; the signal's reason */
async function untilLive(link: CloudLink, clock: Clock, signal: AbortSignal): Promise<void> {
  const deadline = clock.monotonic() + linkMs
  while (!link.isLive) {
    signal.throwIfAborted()
    const { state } = link
    const hopeless = state.kind === 'refused' || state.kind === 'replaced'
    if (hopeless || clock.monotonic() >= deadline) {
      const error = link.lastError === null ? '' : ` (${link.lastError})`
      throw new AgentError(
        'unreachable',
        `there is no connection to the cloud: ${describeState(state)}${error}`,
        {
          hint: 'agent doctor says what is in the way.',
        },
      )
    }
    await clock.delay(100, { signal })
  }
}
