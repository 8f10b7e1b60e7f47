import type { IncomingHttpHeaders } from 'node:http'
import { bearerPrefix, liveSubprotocol } from '@sightline/protocol'
import type { RawAnswer } from '../../../platform/http/raw-answer.js'
import { pathOf } from '../../../platform/http/request-target.js'
import { refusals } from './viewer-refusals.js'

/** What a page or a program shows to open the live socket. */
export interface LiveRequest {
  readonly token: string
  /** Where the page is from; null for a program that is no browser. */
  readonly origin: string | null
}

type Reading =
  | { readonly ok: true; readonly request: LiveRequest }
  | { readonly ok: false; readonly refusal: RawAnswer }

const refused = (refusal: RawAnswer): Reading => ({ ok: false, refusal })

/** True for the path of viewers. */
export const isLivePath = (path: string): boolean => /^\/api\/v1\/live\/?$/.test(path)

/** Reads a request for `/api/v1/live` (docs/protocol.md, 20). A token anywhere but in the subprotocol is no token. */
export function readLiveRequest(url: string, headers: IncomingHttpHeaders): Reading {
  const query = url.includes('?')
  if (!isLivePath(pathOf(url)) || headers.upgrade?.toLowerCase() !== 'websocket')
    return refused(refusals.noRoute)
  if (query) return refused(refusals.inAddress)
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim())
  const bearers = offered.filter((one) => one.startsWith(bearerPrefix))
  if (!offered.includes(liveSubprotocol)) return refused(refusals.otherProtocol)
  const token = bearers[0]?.slice(bearerPrefix.length) ?? ''
  if (token === '') return refused(refusals.noToken)
  if (offered.length !== 2) return refused(refusals.otherProtocol)
  return { ok: true, request: { token, origin: headers.origin ?? null } }
}
