import { AgentError } from '../platform/errors.js'

/** Of a data folder that belongs to no gateway. */
export function notPaired(dataDir: string): AgentError {
  return new AgentError('not_paired', `${dataDir} belongs to no paired gateway`, {
    hint: 'Pair it first: agent pair <code> --cloud <url>',
  })
}
