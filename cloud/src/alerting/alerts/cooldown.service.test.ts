import { describe, expect, it } from 'vitest'
import { type CooldownCandidate, outsideCooldown } from './cooldown.service.js'

const at = (second: number) => new Date(second * 1000)

function candidate(second: number, change: Partial<CooldownCandidate> = {}): CooldownCandidate {
  const base = { ruleId: 'rule', cooldownSec: 60, cameraId: 'camera' }
  return { ...base, eventId: `event-${second}`, triggeredAt: at(second), ...change }
}

const seconds = (fired: readonly CooldownCandidate[]) => fired.map((one) => one.triggeredAt.getTime() / 1000)

describe('outsideCooldown', () => {
  it('fires once within the cooldown and again at its end', () => {
    expect(
      seconds(
        outsideCooldown(
          [0, 30, 59, 60, 119, 120].map((s) => candidate(s)),
          [],
        ),
      ),
    ).toEqual([0, 60, 120])
  })

  it('gives the same alerts however the events are ordered', () => {
    const shuffled = [120, 0, 59, 119, 60, 30].map((s) => candidate(s))
    expect(seconds(outsideCooldown(shuffled, []))).toEqual([0, 60, 120])
  })

  it('looks at alerts that stand already, before and after', () => {
    const past = [{ rule_id: 'rule', camera_id: 'camera', triggered_at: at(100) }]
    const candidates = [40, 41, 100, 159, 160].map((s) => candidate(s))
    expect(seconds(outsideCooldown(candidates, past))).toEqual([40, 160])
  })

  it('keeps rules and cameras apart', () => {
    const candidates = [
      candidate(0),
      candidate(1, { ruleId: 'other' }),
      candidate(2, { cameraId: 'other' }),
      candidate(3),
    ]
    expect(seconds(outsideCooldown(candidates, []))).toEqual([0, 1, 2])
  })

  it('takes no notice of system alerts', () => {
    const past = [{ rule_id: 'rule', camera_id: null, triggered_at: at(0) }]
    expect(outsideCooldown([candidate(0)], past)).toHaveLength(1)
  })
})
