import { isNewerVersion } from '@sightline/protocol'
import type { AgentStatus } from '../agent-socket/messages.js'
import type { Identity } from '../cloud-link/identity.js'
import { agentVersion } from '../platform/version.js'
import { type CheckResult, fail, ok, skipped, warn } from './check.js'

export function checkPairing(identity: Identity | null): CheckResult {
  return identity === null
    ? warn('this machine is not paired', 'agent pair <code> --cloud <url>; the code is made in the cloud')
    : ok(`gateway ${identity.gateway_id} of ${identity.cloud_url}`)
}

/** Whether the agent runs, and is of the newest version that is known. */
export function checkRunning(identity: Identity | null, running: AgentStatus | null): CheckResult {
  if (identity === null) return skipped('not before it is paired')
  if (running === null)
    return warn(
      'no agent runs on this data folder: nothing is recorded',
      'agent run, or sudo agent service install',
    )
  const { version, newest_version: newest } = running
  if (version !== agentVersion)
    return warn(`version ${version} runs, and ${agentVersion} is installed`, 'start the agent again')
  return newest !== null && isNewerVersion(newest, version)
    ? warn(`version ${version} runs; ${newest} is available`, 'install it when it suits')
    : ok(`version ${version} runs`)
}

/** Whether the cameras of the running agent are on line. */
export function checkCameras(running: AgentStatus | null): CheckResult {
  if (running === null) return skipped('no agent runs')
  const wanted = running.cameras.filter(({ state }) => state !== 'disabled')
  if (wanted.length === 0)
    return warn('there is none yet', 'agent discover lists those of this network, agent add adds one')
  const away = wanted.filter(({ state }) => state !== 'online')
  const says = `${wanted.length - away.length} of ${wanted.length} on line`
  if (away.length === 0) return ok(says)
  const names = away.slice(0, 5).map(({ name, state }) => `"${name}" ${state.replaceAll('_', ' ')}`)
  const more = away.length > names.length ? `, and ${away.length - names.length} more` : ''
  const todo = 'agent status says what to do about each'
  const text = `${says}: ${names.join(', ')}${more}`
  return away.length === wanted.length ? fail(text, todo) : warn(text, todo)
}

/** Whether what was recorded reaches the cloud. */
export function checkBacklog(running: AgentStatus | null): CheckResult {
  if (running === null) return skipped('no agent runs')
  const { outbox, uploads } = running
  const says = `${outbox.waiting} events and ${uploads.waiting} files wait`
  if (outbox.refused + uploads.failed > 0)
    return warn(
      `${says}; the cloud refused ${outbox.refused} events and ${uploads.failed} files for good`,
      'the log of the agent says why (outbox.refused, upload.refused)',
    )
  if (uploads.obstacle !== null)
    return warn(`${says}; ${uploads.obstacle}`, 'have the proxy on the way let bodies of 8 MiB through')
  return ok(says)
}
