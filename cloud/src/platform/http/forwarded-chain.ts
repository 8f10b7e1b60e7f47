import type { IncomingHttpHeaders } from 'node:http'
import { forwardedFor } from './forwarded-header.js'

/** What one header says of who asked: the nearest first, each as it was written. */
export interface ForwardedChain {
  readonly header: 'x-forwarded-for' | 'forwarded' | 'x-real-ip'
  readonly elements: Iterable<string>
}

/**
 * What proxies say of who asked, the header that counts first. `X-Real-IP` says nothing beside another one: it is what proxies hand on
 * that write the others.
 */
export function forwardedChains(headers: IncomingHttpHeaders): ForwardedChain[] {
  const chains: ForwardedChain[] = []
  const forwardedFrom = textOf(headers['x-forwarded-for'])
  if (forwardedFrom.trim() !== '')
    chains.push({ header: 'x-forwarded-for', elements: forwardedFrom.split(',').toReversed() })
  const forwarded = textOf(headers.forwarded)
  // Some proxies write only by which protocol and name they were asked.
  if (/\bfor\s*=/i.test(forwarded)) chains.push({ header: 'forwarded', elements: forwardedFor(forwarded) })
  const real = textOf(headers['x-real-ip'])
  if (chains.length === 0 && real.trim() !== '') chains.push({ header: 'x-real-ip', elements: [real] })
  return chains
}

/** Several headers of one name are one list (RFC 9110, 5.3). */
const textOf = (header: string | string[] | undefined): string => [header ?? []].flat().join(',')
