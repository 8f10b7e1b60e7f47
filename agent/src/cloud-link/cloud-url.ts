import { isIPv4 } from 'node:net'
import { AgentError } from '../platform/errors.js'

/**
 * The origin of the cloud that a person typed: https unless it is this machine, or plain http was asked for.
 * @throws AgentError `usage` that says what is wrong with the address.
 */
export function parseCloudUrl(typed: string, options: { allowHttp: boolean }): string {
  const text = typed.trim()
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(whole) ? new URL(whole) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new AgentError('usage', 'this is not the address of a cloud', {
      hint: 'It looks like https://cloud.example.com.',
    })
  }
  if (url.username !== '' || url.password !== '') {
    throw new AgentError('usage', 'the address of the cloud must not hold a user name or password', {
      hint: 'The pairing code is all that is needed.',
    })
  }
  if (url.protocol === 'http:' && !options.allowHttp && !isLoopback(url.hostname)) {
    throw new AgentError('usage', `${url.origin} is not encrypted`, {
      hint: 'Use https. On a network that you trust, --allow-http permits it: keys, camera passwords and pictures are then readable on the way.',
    })
  }
  return url.origin
}

function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  return isIPv4(hostname) && hostname.startsWith('127.')
}
