import { describe, expect, it } from 'vitest'
import { systemRandom } from '../platform/random.js'
import { delayMs, initialState, type LinkEvent, type LinkState, nextState } from './link-state.js'

const run = (state: LinkState, ...events: LinkEvent[]) => events.reduce(nextState, state)
const drawn = (fraction: number) => ({ ...systemRandom, fraction: () => fraction })

const connecting: LinkState = { kind: 'connecting', failures: 3 }
const live: LinkState = { kind: 'live', failures: 3, epoch: 7 }
const closed = (code: number, livedMs = 0): LinkEvent => ({ kind: 'closed', code, livedMs })

describe('link state', () => {
  it('waiting -> connecting -> handshaking -> live', () => {
    const state = run(
      initialState,
      { kind: 'delay_over' },
      { kind: 'opened' },
      { kind: 'welcomed', epoch: 4 },
    )
    expect(state).toEqual({ kind: 'live', failures: 0, epoch: 4 })
    expect(delayMs(initialState, drawn(0.9))).toBe(0)
  })

  it('connecting -> waiting: one failure more, a longer wait, never a tight one', () => {
    const state = run(connecting, { kind: 'failed' })
    expect(state).toEqual({ kind: 'waiting', failures: 4, notBeforeMs: 0 })
    expect(delayMs(state, drawn(0))).toBeGreaterThanOrEqual(100)
    expect(delayMs(state, drawn(0.999))).toBeGreaterThan(7000)
    expect(delayMs({ kind: 'waiting', failures: 99, notBeforeMs: 0 }, drawn(0.999))).toBeLessThanOrEqual(
      60_000,
    )
  })

  it('live -> waiting: a short life does not forget failures, a proven one does', () => {
    expect(run(live, closed(1006, 29_000))).toMatchObject({ kind: 'waiting', failures: 4 })
    expect(run(live, closed(1006, 30_000))).toMatchObject({ kind: 'waiting', failures: 1 })
  })

  it('live -> replaced: at least 60 s', () => {
    const state = run(live, closed(4409, 100_000))
    expect(state.kind).toBe('replaced')
    expect(delayMs(state, drawn(0))).toBe(60_000)
    expect(run(state, { kind: 'delay_over' })).toMatchObject({ kind: 'connecting' })
  })

  it.each([
    [{ kind: 'rejected', status: 401, retryAfterMs: 0, by: null }, 'unauthorized', 300_000],
    [{ kind: 'rejected', status: 404, retryAfterMs: 0, by: null }, 'unauthorized', 300_000],
    [{ kind: 'rejected', status: 403, retryAfterMs: 0, by: null }, 'disabled', 30_000],
    [closed(4401), 'revoked', 30_000],
    [closed(4406), 'version', 300_000],
  ] satisfies [LinkEvent, string, number][])('%o -> refused, asked seldom', (event, reason, atLeastMs) => {
    const state = run(connecting, event)
    expect(state).toEqual({ kind: 'refused', reason })
    expect(delayMs(state, drawn(0))).toBe(atLeastMs)
    expect(delayMs(state, drawn(0.999))).toBeLessThan(2 * atLeastMs)
  })

  it('connecting -> waiting: Retry-After is a lower bound', () => {
    const state = run(connecting, { kind: 'rejected', status: 503, retryAfterMs: 20_000, by: null })
    expect(delayMs(state, drawn(0))).toBeGreaterThanOrEqual(20_000)
  })

  it('live -> waiting: overloaded waits ten seconds', () => {
    expect(delayMs(run(live, closed(4429)), drawn(0))).toBeGreaterThanOrEqual(10_000)
  })

  it('ignores what cannot happen', () => {
    expect(run(live, { kind: 'opened' })).toBe(live)
    expect(run(initialState, { kind: 'welcomed', epoch: 1 })).toBe(initialState)
  })
})
