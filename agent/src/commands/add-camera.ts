import type { CameraPropose, CameraProposed, ProbedCamera, ProbeOutcome } from '@sightline/protocol'
import { type AgentStatus, socketAnswers } from '../agent-socket/messages.js'
import type { Clock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'
import type { StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { kindOfFault } from '../streams/fault-kind.js'
import { withPassword } from './camera-account.js'
import type { TypedCamera } from './camera-target.js'
import { describePicture, describeStream } from './describe-stream.js'
import type { Terminal } from './terminal.js'
import type { AskAgent } from './with-agent.js'

/** A camera that is to be added. */
export interface NewCamera extends TypedCamera {
  readonly account: StreamCredentials | null
  /** As a person named it; null: after what is found. */
  readonly givenName: string | null
}

export interface AddDeps {
  readonly ask: AskAgent
  readonly clock: Clock
  /** Who is asked again after a wrong password; null: nobody. */
  readonly terminal: Terminal | null
  /** Takes a line about how it goes. */
  readonly say: (line: string) => void
}

/** What became of a camera. */
export interface AddedCamera extends CameraProposed {
  /** Null once it is on line; else why it is not, and what to do. */
  readonly trouble: AgentError | null
}

/** Passwords that a person may try: cameras lock accounts after five wrong ones, some after three. */
const mostPasswords = 3
const onLineWithinMs = 45_000
/** A rate is known after a keyframe or two. */
const rateWithinMs = 4_000
const lookEveryMs = 250

/**
 * Adds one camera: probes whether it sends a picture, has the cloud take it, and waits until it is on line there.
 * @throws AgentError that says why the camera was not added
 */
export async function addCamera(camera: NewCamera, deps: AddDeps): Promise<AddedCamera> {
  deps.say('connecting ...')
  const { found, account } = await probeWithAccount(camera, deps)
  const main = found.streams.find(({ role }) => role === 'main') ?? found.streams[0]
  sayChannels(camera, found, deps)
  if (main) deps.say(`sends ${describeStream(main)}, login ${found.auth_scheme ?? 'none'}`)
  const proposal: CameraPropose = {
    name: nameOf(camera, found),
    connection: camera.target,
    credentials: account,
    found,
  }
  const proposed = await deps.ask({ ask: 'propose', camera: proposal }, socketAnswers.propose)
  deps.say(
    proposed.created
      ? `added to the cloud as "${proposed.name}"`
      : `is in the cloud already, as "${proposed.name}": nothing was changed, its password neither`,
  )
  return { ...proposed, trouble: await untilOnLine(proposed.camera_id, deps) }
}

function sayChannels({ target }: NewCamera, { channels = [] }: ProbedCamera, { say }: AddDeps): void {
  const isChosen = target.type === 'onvif' && target.channel !== undefined
  if (isChosen || channels.length < 2) return
  const list = channels.map(({ name }, index) => `${index + 1} ${name}`).join(', ')
  say(
    `has ${channels.length} channels (${list}): this is the one with the largest picture; add others by --channel`,
  )
}

/** One attempt with the account that was given; after a wrong password only a person may have another. */
export async function probeWithAccount(
  { target, account: given }: NewCamera,
  { ask, terminal, say }: AddDeps,
): Promise<{ found: ProbedCamera; account: StreamCredentials | null }> {
  let account = given
  for (let tries = 1; ; tries += 1) {
    const outcome = await ask({ ask: 'probe', target, credentials: account }, socketAnswers.probe)
    if (outcome.reachable) return { found: outcome, account }
    const { fault, message } = outcome
    if (fault !== 'auth' || terminal === null || tries === mostPasswords) throw refusedBy(outcome, tries)
    say(message)
    account = await withPassword(await nameAgain(account?.username, terminal), terminal)
  }
}

/** Either may have been mistyped, and nobody saw the password. */
async function nameAgain(before: string | undefined, terminal: Terminal): Promise<string> {
  const offered = before === undefined ? '' : ` (Enter for ${before})`
  const typed = (await terminal.ask(`User name at the camera${offered}: `)).trim()
  return typed === '' ? (before ?? '') : typed
}

function refusedBy(
  { fault, message }: Extract<ProbeOutcome, { reachable: false }>,
  tries: number,
): AgentError {
  if (fault !== 'auth') return new AgentError(kindOfFault(fault), message)
  const hint =
    tries === 1
      ? 'It was tried once only, for cameras lock accounts.'
      : `${tries} passwords were tried. Cameras lock accounts: look it up, and wait some minutes before the next one.`
  return new AgentError(kindOfFault(fault), message, { hint })
}

/** What the person said, what discovery said, or maker, model and address. */
function nameOf({ givenName, name, target }: NewCamera, found: ProbedCamera): string {
  if (givenName !== null) return givenName
  const { manufacturer, model } = found
  const host = target.type === 'onvif' ? target.host : new URL(target.rtsp_url).hostname
  const device = [manufacturer, model].filter((part) => part !== null && part.trim() !== '').join(' ')
  const what = name?.trim() || device || 'Camera'
  const number = numberOf(target, found)
  // Cameras of one model are distinguished by where they are.
  return `${what.slice(0, 60 - number.length)}${number} (${host.slice(0, 36)})`
}

/** Of the channel that was chosen among several, as people count them. */
function numberOf(target: NewCamera['target'], { channel, channels = [] }: ProbedCamera): string {
  if (target.type !== 'onvif' || target.channel === undefined) return ''
  const place = channels.findIndex(({ token }) => token === channel)
  return place < 0 ? '' : ` ${place + 1}`
}

/** @returns null once the camera is on line, here and in the cloud; else what is the matter. */
async function untilOnLine(id: string, { ask, clock, say }: AddDeps): Promise<AgentError | null> {
  const begun = clock.monotonic()
  let onLineAt: number | null = null
  for (;;) {
    const status = await ask({ ask: 'status' }, socketAnswers.status)
    const camera = status.cameras.find((one) => one.id === id)
    const now = clock.monotonic()
    if (camera?.state === 'online' && status.link.state === 'live') {
      onLineAt ??= now
      const picture = describePicture(camera.report)
      const isMeasured = (camera.report.stream?.fps ?? null) !== null
      if (isMeasured || now - onLineAt > rateWithinMs) {
        say(`on line${picture === null ? '' : `, ${picture}`}`)
        return null
      }
    }
    const trouble = camera && troubleOf(camera)
    if (trouble) return trouble
    if (now - begun > onLineWithinMs) return late(camera?.message ?? null)
    await clock.delay(lookEveryMs)
  }
}

/** What only a person can mend. */
function troubleOf({ state, message }: AgentStatus['cameras'][number]): AgentError | null {
  switch (state) {
    case 'auth_failed':
      return new AgentError(
        'camera_auth',
        message ?? 'the camera refuses the password that the cloud has for it',
        {
          hint: 'Enter the password of the camera in the cloud.',
        },
      )
    case 'stream_limit':
    case 'unsupported':
      return new AgentError('camera_refused', message ?? 'the camera cannot be used as it is set now')
    case 'disabled':
      return new AgentError('camera_refused', 'the camera is switched off in the cloud', {
        hint: 'Enable it there.',
      })
    case 'connecting':
    case 'online':
    case 'stalled':
    case 'offline':
      return null
  }
}

function late(message: string | null): AgentError {
  return new AgentError('unreachable', message ?? 'the camera is not on line yet', {
    hint: 'It stays added, and is tried again and again. agent status shows how it is.',
  })
}
