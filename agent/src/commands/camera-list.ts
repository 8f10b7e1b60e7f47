import { AgentError } from '../platform/errors.js'

/** Characters that the cloud takes for a camera's name. */
export const longestName = 100

/** A camera of a list. */
export interface ListedCamera {
  readonly address: string
  readonly name: string | null
}

/** More lines are a mistake, or a site for several gateways. */
const mostCameras = 256

/**
 * Reads a list of cameras: one a line, the address first, then its name if one is wanted. Empty lines and what follows
 * a # at the beginning of a line are passed over.
 * @throws AgentError `usage` for more cameras than a gateway serves
 */
export function parseCameraList(text: string): ListedCamera[] {
  const cameras = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, address = '', name = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
      return { address, name: name === '' ? null : name.slice(0, longestName) }
    })
  if (cameras.length <= mostCameras) return cameras
  throw new AgentError(
    'usage',
    `the list has ${cameras.length} cameras; ${mostCameras} at most go in at once`,
  )
}
