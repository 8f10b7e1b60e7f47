import { expect, it } from 'vitest'
import { asServiceTime, learnServiceTime, serviceNow } from './service-clock.js'

const answerAt = (ms: number) => new Response(null, { headers: { date: new Date(ms).toUTCString() } })
const dayMs = 86_400_000

it('follows the clock of the service where this machine is wrong by a day, and its own where it is right', () => {
  learnServiceTime(answerAt(Date.now() + dayMs))
  expect(Math.abs(serviceNow() - Date.now() - dayMs)).toBeLessThan(5_000)
  expect(asServiceTime(0)).toBeGreaterThan(dayMs - 5_000)
  learnServiceTime(new Response(null))
  expect(asServiceTime(0)).toBeGreaterThan(dayMs - 5_000)
  learnServiceTime(answerAt(Date.now()))
  expect(asServiceTime(0)).toBe(0)
})
