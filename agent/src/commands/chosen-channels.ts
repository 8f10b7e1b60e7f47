import { AgentError } from '../platform/errors.js'
import { type AddDeps, type NewCamera, probeWithAccount } from './add-camera.js'
import { longestName } from './camera-list.js'
import { withChannel } from './camera-target.js'

/**
 * The cameras that a person means by `--channel`: a number or a token of the device, several of them, or `all`, for
 * which the device is asked what it has.
 * @throws AgentError `usage`, or as adding a camera does
 */
export async function chosenChannels(camera: NewCamera, which: string, deps: AddDeps): Promise<NewCamera[]> {
  const wanted = which
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const [only] = wanted
  if (only === undefined) throw new AgentError('usage', '--channel takes a number, several as 1,3, or all')
  if (only !== 'all')
    return wanted.map((channel) => named(withChannel(camera, channel), channel, wanted.length))
  const { found, account } = await probeWithAccount(camera, deps)
  const { channels = [] } = found
  if (channels.length < 2) return [{ ...camera, account }]
  return channels.map(({ token }, index) =>
    named({ ...withChannel(camera, token), account }, String(index + 1), channels.length),
  )
}

/** Several cannot have one name. */
function named(camera: NewCamera, channel: string, of: number): NewCamera {
  if (camera.givenName === null || of === 1) return camera
  return { ...camera, givenName: `${camera.givenName} ${channel}`.slice(0, longestName) }
}
