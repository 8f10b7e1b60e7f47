import { closeCodes } from '@sightline/protocol'
import type { Random } from '../platform/random.js'
import { backoffMs } from '../platform/retry.js'
import type { Rejection } from './open-socket.js'

/**
 * The life of the connection to the cloud, as pure moves (docs/protocol.md, sections 4 and 16).
 *
 * - `waiting`: no connection. Entered at the start and after any loss; `failures` sessions in a row came to
 *   nothing. Left when `delayMs` says so.
 * - `connecting`: a connection is being opened, up to the answer to the upgrade.
 * - `handshaking`: `hello` was sent, `welcome` is awaited, nothing else is sent.
 * - `live`: both sides send what they have. Left by any close.
 * - `refused`: the cloud itself does not want this gateway; only a person can change that, so it is asked seldom.
 * - `replaced`: another session of this gateway took over. Coming back at once would throw that one out.
 */
export type LinkState =
  | { readonly kind: 'waiting'; readonly failures: number; readonly notBeforeMs: number }
  | { readonly kind: 'connecting'; readonly failures: number }
  | { readonly kind: 'handshaking'; readonly failures: number }
  | { readonly kind: 'live'; readonly failures: number; readonly epoch: number }
  | { readonly kind: 'refused'; readonly reason: LinkRefusal }
  | { readonly kind: 'replaced' }

/** Why only a person can help. */
type LinkRefusal = 'unauthorized' | 'disabled' | 'revoked' | 'version'

export type LinkEvent =
  | { readonly kind: 'delay_over' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'welcomed'; readonly epoch: number }
  | Rejection
  /** No connection could be made. */
  | { readonly kind: 'failed' }
  /** A connection ended, after having lived `livedMs` since `welcome` (0 without one). */
  | { readonly kind: 'closed'; readonly code: number; readonly livedMs: number }

export const initialState: LinkState = { kind: 'waiting', failures: 0, notBeforeMs: 0 }

/** A session that lived this long proves that the cloud works: what comes after counts from zero. */
const provenMs = 30_000

const backoff = { baseMs: 1000, floorMs: 100 }
/** The longest wait between attempts, ms, unless set otherwise (docs/protocol.md, section 16). */
export const reconnectCapMs = 60_000

/** Who was disabled is enabled again by one call, and somebody waits for the cameras; the rest takes longer to mend. */
const refusedMs: Readonly<Record<LinkRefusal, number>> = {
  disabled: 30_000,
  // Disabled, removed or paired anew: the next attempt shows.
  revoked: 30_000,
  unauthorized: 5 * 60_000,
  version: 5 * 60_000,
}
const replacedMs = 60_000
const overloadedMs = 10_000

/** The state after `event`. An event that cannot happen in `state` changes nothing. */
export function nextState(state: LinkState, event: LinkEvent): LinkState {
  switch (event.kind) {
    case 'delay_over':
      if (state.kind === 'waiting') return { kind: 'connecting', failures: state.failures }
      return state.kind === 'refused' || state.kind === 'replaced'
        ? { kind: 'connecting', failures: 0 }
        : state
    case 'opened':
      return state.kind === 'connecting' ? { kind: 'handshaking', failures: state.failures } : state
    case 'welcomed':
      return state.kind === 'handshaking'
        ? { kind: 'live', failures: state.failures, epoch: event.epoch }
        : state
    case 'rejected':
      if (event.by !== null) return lost(state, 0, event.retryAfterMs)
      if (event.status === 401 || event.status === 404) return { kind: 'refused', reason: 'unauthorized' }
      if (event.status === 403) return { kind: 'refused', reason: 'disabled' }
      return lost(state, 0, event.retryAfterMs)
    case 'failed':
      return lost(state, 0, 0)
    case 'closed':
      if (event.code === closeCodes.replaced) return { kind: 'replaced' }
      if (event.code === closeCodes.revoked) return { kind: 'refused', reason: 'revoked' }
      if (event.code === closeCodes.versionMismatch) return { kind: 'refused', reason: 'version' }
      return lost(state, event.livedMs, event.code === closeCodes.overloaded ? overloadedMs : 0)
  }
}

function lost(state: LinkState, livedMs: number, notBeforeMs: number): LinkState {
  const before = 'failures' in state && livedMs < provenMs ? state.failures : 0
  return { kind: 'waiting', failures: before + 1, notBeforeMs }
}

/**
 * How long to stay in a state that waits, ms; 0 in the others.
 * @param capMs the longest wait between attempts
 */
export function delayMs(state: LinkState, random: Random, capMs = reconnectCapMs): number {
  switch (state.kind) {
    case 'waiting':
      if (state.failures === 0) return 0
      return state.notBeforeMs + backoffMs(state.failures, { ...backoff, capMs }, random)
    case 'refused':
      return refusedMs[state.reason] * (1 + random.fraction())
    case 'replaced':
      return replacedMs * (1 + random.fraction() / 2)
    case 'connecting':
    case 'handshaking':
    case 'live':
      return 0
  }
}

/** Which end of the channel speaks: what helps a gateway does not help a relay. */
export type LinkOwner = 'gateway' | 'relay'

/** What a state means, for a person. */
export function describeState(state: LinkState, owner: LinkOwner = 'gateway'): string {
  switch (state.kind) {
    case 'waiting':
      return state.failures === 0 ? 'about to connect' : 'cannot reach the cloud, trying again'
    case 'connecting':
    case 'handshaking':
      return 'connecting'
    case 'live':
      return 'connected'
    case 'replaced':
      return replacements[owner]
    case 'refused':
      return refusals[owner][state.reason]
  }
}

const replacements: Readonly<Record<LinkOwner, string>> = {
  gateway: 'another machine is connected with the pairing of this one; pair one of the two again',
  relay: 'another relay is connected with a copy of this data folder; give each one of its own',
}

const wrongVersion = 'this agent is too old or too new for the cloud; install a version that fits'
const wrongKey = 'this is not the key of the relays of this cloud; take it anew: cloud relay key'

const refusals: Readonly<Record<LinkOwner, Readonly<Record<LinkRefusal, string>>>> = {
  gateway: {
    unauthorized:
      'the cloud does not know the key of this gateway; pair it again with a new code and --replace',
    disabled: 'this gateway is disabled in the cloud; enable it there',
    revoked: 'this gateway was disabled or removed in the cloud; enable it there, or pair it again',
    version: wrongVersion,
  },
  relay: {
    unauthorized: wrongKey,
    disabled: 'the cloud does not take relays from here',
    revoked: wrongKey,
    version: wrongVersion,
  },
}
