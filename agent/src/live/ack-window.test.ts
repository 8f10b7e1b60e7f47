import { liveLimits } from '@sightline/protocol'
import { describe, expect, it } from 'vitest'
import { AckWindow } from './ack-window.js'

it('knows how long the oldest frame waits', () => {
  const window = new AckWindow()
  expect(window.ageMs(100)).toBe(0)
  window.sent(1, 100, 10)
  window.sent(2, 300, 10)
  expect(window.ageMs(700)).toBe(600)
  expect(window.acknowledge(1, 800)).toBe(true)
  expect(window.ageMs(700)).toBe(400)
  expect(window.acknowledge(2, 800)).toBe(true)
  expect(window.ageMs(700)).toBe(0)
})

it('takes one acknowledgement for all before it, and an old one for nothing', () => {
  const window = new AckWindow()
  for (const sequence of [1, 2, 3, 4]) window.sent(sequence, sequence, 10)
  expect(window.acknowledge(3, 800)).toBe(true)
  expect(window.acknowledge(1, 800)).toBe(true)
  expect(window.ageMs(10)).toBe(6)
  expect(window.arrivedBytes).toBe(30)
})

it('notices what was never sent', () => {
  const window = new AckWindow()
  expect(window.acknowledge(0, 800)).toBe(false)
  expect(window.acknowledge(1, 800)).toBe(false)
  window.sent(1, 0, 10)
  expect(window.acknowledge(2, 800)).toBe(false)
  expect(window.ageMs(5)).toBe(5)
})

it('goes on over the end of the numbers', () => {
  const window = new AckWindow()
  window.sent(0xffff_ffff, 0, 10)
  window.sent(0, 10, 10)
  expect(window.acknowledge(1, 800)).toBe(false)
  expect(window.acknowledge(0xffff_ffff, 800)).toBe(true)
  expect(window.ageMs(30)).toBe(20)
  expect(window.acknowledge(0, 800)).toBe(true)
  expect(window.ageMs(30)).toBe(0)
})

describe('what waits too long', () => {
  it('is measured against the shortest round trip', () => {
    const window = new AckWindow()
    window.sent(1, 0, 10)
    window.acknowledge(1, 400)
    window.sent(2, 1000, 10)
    window.sent(3, 1050, 10)
    window.acknowledge(3, 1350)
    expect(window.roundTripMs).toBe(300)
    window.sent(4, 2000, 10)
    expect(window.overdueMs(2290)).toBe(0)
    expect(window.overdueMs(2500)).toBe(200)
    window.acknowledge(4, 2900)
    expect(window.overdueMs(2900)).toBe(0)
    expect(window.roundTripMs).toBe(300)
  })

  it('is not measured against a way that is no more', () => {
    const window = new AckWindow()
    let sequence = 0
    const trips = (tripMs: number, fromMs: number) => {
      for (let at = fromMs; at < fromMs + 65_000; at += 1000) {
        window.sent(++sequence, at, 10)
        window.acknowledge(sequence, at + tripMs)
      }
    }
    trips(40, 0)
    expect(window.roundTripMs).toBe(40)
    trips(350, 65_000)
    expect(window.roundTripMs).toBe(350)
  })

  it('is measured against no more than the window, before anything arrived and on a line that was full', () => {
    const window = new AckWindow()
    expect(window.roundTripMs).toBe(liveLimits.windowMs)
    window.sent(1, 0, 10)
    expect(window.overdueMs(liveLimits.windowMs + 100)).toBe(100)
    window.acknowledge(1, 1900)
    expect(window.roundTripMs).toBe(liveLimits.windowMs)
  })

  it('says nothing of the line once nothing arrives any more, however slowly it arrives before', () => {
    const window = new AckWindow()
    for (const sequence of [1, 2, 3]) window.sent(sequence, sequence, 10)
    expect(window.overdueMs(1900)).toBeGreaterThan(1000)
    window.acknowledge(1, 1950)
    expect(window.overdueMs(3900)).toBeGreaterThan(3000)
    expect(window.overdueMs(4000)).toBe(0)
    // One that was quiet is not one that is broken.
    window.acknowledge(3, 4100)
    window.sent(4, 60_000, 10)
    expect(window.overdueMs(60_900)).toBe(400)
  })
})
