import { beforeEach, expect, test } from 'vitest'
import type { Clock } from '../platform/clock.js'
import { Pulse } from './pulse.js'
import type { ServerState } from './server-message.js'
import { SlowSide } from './slow-side.js'

/** A page whose timers come when it gets to them. */
class Page implements Clock {
  nowMs = 0
  #timers: { readonly dueMs: number; readonly work: () => void }[] = []
  now = () => this.nowMs
  wall = () => this.nowMs
  after(ms: number, work: () => void): () => void {
    const timer = { dueMs: this.nowMs + ms, work }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  /** It is busy for that long, and gets to its timers then. */
  goesOn(ms: number): void {
    this.nowMs += ms
    const due = this.#timers.filter(({ dueMs }) => dueMs <= this.nowMs)
    this.#timers = this.#timers.filter(({ dueMs }) => dueMs > this.nowMs)
    for (const { work } of due) work()
  }
}

let page: Page
let pulse: Pulse
let side: SlowSide

beforeEach(() => {
  page = new Page()
  pulse = new Pulse(page, () => {})
  pulse.begin()
  side = new SlowSide(page, () => pulse.isLate())
})

const state: ServerState = { state: 'live', stream: 'sub', reason: 'stepped_down_slow_viewer', message: null }
/** Pictures of a second, each decoded so long after it came. */
const second = (waitMs: number) => {
  for (let tenth = 0; tenth < 10; tenth++) {
    page.goesOn(100)
    side.decoded(page.nowMs - waitMs)
  }
}

test('it is the line where what comes is decoded at once', () => {
  for (const waitMs of [20, 60, 20]) second(waitMs)
  expect(side.judged(state).isBusy).toBe(false)
})

test('it is this browser where pictures wait for the decoder, and stays so for as long as the reason holds', () => {
  for (const waitMs of [400, 600, 600]) second(waitMs)
  expect(side.judged(state).isBusy).toBe(true)
  for (let at = 0; at < 30; at++) second(10)
  expect(side.isBusy).toBe(false)
  expect(side.judged(state).isBusy).toBe(true)
  expect(side.judged({ ...state, reason: null }).isBusy).toBe(false)
})

test('it is this browser where the page gets to nothing, also before its timer comes', () => {
  page.goesOn(900)
  page.goesOn(100)
  page.nowMs += 900
  expect(side.judged(state).isBusy).toBe(true)
})

test('one bad second, and what lies in the past, are no proof', () => {
  side.decoded(null)
  page.goesOn(900)
  for (let at = 0; at < 3; at++) second(10)
  expect(side.judged(state).isBusy).toBe(false)
})
