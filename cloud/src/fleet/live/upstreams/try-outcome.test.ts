import { expect, it } from 'vitest'
import { type TryOutcome, troubleOf, waitBeforeTry } from './try-outcome.js'

it.each<[TryOutcome, string | null, boolean]>([
  [{ kind: 'offline' }, 'gateway_offline', true],
  [{ kind: 'too_old' }, 'agent_too_old', false],
  [{ kind: 'no_answer' }, 'gateway_silent', true],
  [{ kind: 'not_dialed' }, 'gateway_silent', true],
  [{ kind: 'closed', code: 1006, reason: '', flowed: true }, null, true],
  [{ kind: 'closed', code: 4400, reason: '', flowed: true }, null, true],
  [{ kind: 'closed', code: 4429, reason: '', flowed: true }, null, true],
  [{ kind: 'refused', code: 'camera_offline' }, 'camera_offline', true],
  [{ kind: 'refused', code: 'camera_unknown' }, null, true],
  [{ kind: 'refused', code: 'unavailable' }, 'site_line_taken', true],
  [{ kind: 'refused', code: 'unsupported' }, null, false],
  [{ kind: 'refused', code: 'of a later version' }, null, true],
])('says of %o why, and whether waiting helps', (outcome, reason, passes) => {
  expect(troubleOf(outcome)).toMatchObject({ reason, passes, message: expect.stringMatching(/\.$/) })
})

it('tries again at once what had worked, and ever later what does not', () => {
  expect(waitBeforeTry({ kind: 'closed', code: 1006, reason: '', flowed: true }, 1)).toBe(0)
  const waits = [1, 2, 3, 4, 5, 6, 60].map((failures) => waitBeforeTry({ kind: 'offline' }, failures))
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
})
