import { expect, it } from 'vitest'
import { brokenOffMs, decideReplay } from './decide-replay.js'
import type { KeptRequestRow } from './idempotency.repository.js'

const begunAt = new Date('2026-01-01T00:00:00Z')
const sha256 = Buffer.from('this request')
const running: KeptRequestRow = {
  org_id: 'o',
  actor_id: 'a',
  key: 'k',
  request_sha256: sha256,
  status_code: null,
  response: {},
  created_at: begunAt,
  age_ms: 0,
  attempt: 'first',
  took_effect: false,
  ended_at: null,
}
const [second, day] = [1_000, 24 * 60 * 60_000]

it.each([
  ['running', second, running, 'running'],
  ['running for longer than any request may: its node is gone', brokenOffMs, running, 'begin'],
  ['running, as long as it may', brokenOffMs - 1, running, 'running'],
  ['that failed and changed nothing', second, { ...running, ended_at: begunAt }, 'begin'],
  ['running, and committed something', second, { ...running, took_effect: true }, 'took_effect'],
  ['that failed after it committed something', brokenOffMs, { ...running, took_effect: true }, 'took_effect'],
  ['of an older release, running', second, { ...running, attempt: null }, 'running'],
  ['of an older release, whose node is gone', brokenOffMs, { ...running, attempt: null }, 'unknown'],
  ['that was answered', day, { ...running, took_effect: true, status_code: 201 }, 'replay'],
  ['of the day before', day + 1, { ...running, took_effect: true, status_code: 201 }, 'begin'],
  ['that was another one', second, { ...running, request_sha256: Buffer.from('another') }, 'other'],
])('a repeat of one %s, after %i ms', (_, afterMs, first, kind) => {
  expect(decideReplay({ ...first, age_ms: afterMs }, sha256).kind).toBe(kind)
})
