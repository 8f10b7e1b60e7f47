import { beforeEach, expect, it } from 'vitest'
import { ReadAgain } from './read-again.js'

let nowMs: number
let due: { atMs: number; work: () => void }[]
let read: string[]
let asked: Set<string>
let isSeen: boolean
let again: ReadAgain

beforeEach(() => {
  ;[nowMs, due, read, asked, isSeen] = [0, [], [], new Set(), true]
  again = new ReadAgain({
    clock: {
      now: () => nowMs,
      after: (ms, work) => {
        const timer = { atMs: nowMs + ms, work }
        due.push(timer)
        return () => (due = due.filter((one) => one !== timer))
      },
    },
    isSeen: () => isSeen,
    shown: (key) => {
      const name = key === null ? 'all' : key.join(' ')
      return [{ name, isAsked: () => asked.has(name), ask: () => read.push(name) }]
    },
  })
})

/** Lets time pass, timer by timer. */
function pass(ms: number): void {
  const endMs = nowMs + ms
  for (;;) {
    const [next] = due.filter(({ atMs }) => atMs <= endMs).toSorted((one, other) => one.atMs - other.atMs)
    if (!next) break
    due = due.filter((one) => one !== next)
    nowMs = next.atMs
    next.work()
  }
  nowMs = endMs
}

it('several notices in a second are one reading, soon after the first', () => {
  again.noticed([['events'], ['event', 'a']])
  pass(20)
  again.noticed([['events'], ['event', 'a']])
  pass(30)
  expect(read).toEqual(['events', 'event a'])
  again.noticed([['events']])
  again.noticed([['events']])
  pass(900)
  expect(read).toHaveLength(2)
  pass(100)
  expect(read).toEqual(['events', 'event a', 'events'])
})

it('a notice after a rest is read at once', () => {
  for (let turn = 0; turn < 3; turn += 1) {
    again.noticed([['alerts']])
    pass(50)
    expect(read).toHaveLength(turn + 1)
    pass(10_000)
  }
})

it('a thousand notices a minute are some fifteen readings, and nothing goes on afterwards', () => {
  for (let turn = 0; turn < 1_000; turn += 1) {
    again.noticed([['events']])
    pass(60)
  }
  expect(read.length).toBeGreaterThan(10)
  expect(read.length).toBeLessThanOrEqual(18)
  pass(4_000)
  const before = read.length
  pass(60_000)
  expect(read).toHaveLength(before)
  expect(due).toEqual([])
})

it('what is being asked is asked again once it is there', () => {
  asked.add('events')
  again.noticed([['events'], ['alerts']])
  pass(50)
  expect(read).toEqual(['alerts'])
  pass(10_000)
  expect(read).toEqual(['alerts'])
  asked.clear()
  pass(4_000)
  expect(read).toEqual(['alerts', 'events'])
})

it('a tab that nobody sees reads nothing, and all of it once when it is seen', () => {
  isSeen = false
  for (let turn = 0; turn < 100; turn += 1) {
    again.noticed([['events']])
    pass(1_000)
  }
  expect(read).toEqual([])
  isSeen = true
  again.seen()
  pass(50)
  expect(read).toEqual(['events'])
})

it('a tab that is put away before its time comes reads nothing', () => {
  again.noticed([['events']])
  isSeen = false
  pass(1_000)
  expect(read).toEqual([])
  expect(due).toEqual([])
})

it('hundreds of questions are all of them', () => {
  isSeen = false
  for (let turn = 0; turn < 300; turn += 1) again.noticed([['event', String(turn)]])
  isSeen = true
  again.noticed([['events']])
  pass(50)
  expect(read).toEqual(['all'])
})

it('nothing is read after it was closed', () => {
  again.noticed(null)
  again.close()
  pass(10_000)
  expect(read).toEqual([])
})
