import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { AgentStatus } from '../agent-socket/messages.js'
import type { Identity } from '../cloud-link/identity.js'
import { describeRejection, openSocket, type Rejection } from '../cloud-link/open-socket.js'
import { type CloudRoute, proxyFor } from '../platform/cloud-http.js'
import { AgentError } from '../platform/errors.js'
import { type CheckResult, fail, ok, skipped, warn } from './check.js'
import type { CloudAnswer } from './cloud-answer.js'

/** The name that this machine itself has to resolve: the cloud's, or that of the proxy. */
export async function checkDns(cloudUrl: string, route: CloudRoute): Promise<CheckResult> {
  const host = new URL(proxyFor(cloudUrl, route) ?? cloudUrl).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return ok(`${host} needs no name server`)
  const addresses = await lookup(host, { all: true })
  return ok(`${host} is ${addresses.map(({ address }) => address).join(', ')}`)
}

/** The cloud answers, over TLS and through the proxy if there is one. */
export async function checkReach(
  cloudUrl: string,
  route: CloudRoute,
  answer: () => Promise<CloudAnswer>,
): Promise<CheckResult> {
  const isTls = cloudUrl.startsWith('https:')
  const proxyUrl = proxyFor(cloudUrl, route)
  const way = proxyUrl !== null ? `, through the proxy ${new URL(proxyUrl).host}` : ''
  try {
    const { tookMs } = await answer()
    const says = `${cloudUrl} answers in ${Math.round(tookMs)} ms${way}`
    const isHere = /^(localhost|127\..*|\[::1\])$/.test(new URL(cloudUrl).hostname)
    return isTls || isHere
      ? ok(says)
      : warn(`${says}, without encryption`, 'use https: keys, passwords and pictures can be read on the way')
  } catch (error) {
    if (!(error instanceof AgentError)) throw error
    return fail(`${error.message}${way}`, lowerFirst(error.hint ?? 'check the network'))
  }
}

/** The cloud takes the key of this gateway. Asking so opens no session: one that runs is not disturbed. */
export async function checkKey(
  identity: Identity,
  route: CloudRoute,
  running: AgentStatus | null,
  signal: AbortSignal,
): Promise<CheckResult> {
  if (running?.link.state === 'live') return ok(`gateway ${identity.gateway_id} is connected`)
  const path = `/api/v1/gateways/${identity.gateway_id}/ws`
  const opening = await openSocket(
    { cloudUrl: identity.cloud_url, path, bearer: identity.api_key, route },
    signal,
  )
  switch (opening.kind) {
    case 'open':
      opening.socket.terminate()
      return ok(`the cloud takes the key of gateway ${identity.gateway_id}`)
    case 'failed':
      return skipped('the cloud cannot be asked')
    case 'rejected':
      return rejection(opening)
  }
}

const upgradesNotPassed =
  'the proxy before the cloud, or the one of this network, has to pass WebSocket upgrades on'

function rejection(refused: Rejection): CheckResult {
  const { status, by } = refused
  if (by) return fail(describeRejection(refused), upgradesNotPassed)
  switch (status) {
    case 401:
    case 404:
      return fail(
        'the cloud does not know this key',
        'pair again with a new code: agent pair <code> --cloud <url> --replace',
      )
    case 403:
      return fail('this gateway is disabled in the cloud', 'enable it there')
    case 429:
    case 503:
      return warn(`the cloud is busy (status ${status})`, 'look again in a minute')
    default:
      return fail(`the upgrade to a WebSocket was answered with status ${status}`, upgradesNotPassed)
  }
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`
