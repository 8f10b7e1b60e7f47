import { expect, test } from 'vitest'
import { nextAskMs } from './ask-interval.js'

const unhinted = { wasHinted: false, hasFound: true }
const hinted = { wasHinted: true, hasFound: true }
const nothing = { wasHinted: false, hasFound: false }

test('what no hint told of is followed by a question soon, and then by ever rarer ones', () => {
  const asked = [unhinted, unhinted, nothing, nothing, nothing, nothing, nothing, nothing]
  let askMs = 250
  const times = asked.map((answered) => {
    askMs = nextAskMs(askMs, 250, answered)
    return askMs
  })
  expect(times).toEqual([10, 10, 20, 40, 80, 160, 250, 250])
})

test('where hints arrive it is asked as seldom as before without one', () => {
  expect(nextAskMs(250, 250, hinted)).toBe(250)
  expect(nextAskMs(250, 250, nothing)).toBe(250)
})
