import { expect, it } from 'vitest'
import { AckWindow } from './ack-window.js'

it('numbers frames from 1, and knows how old the oldest without acknowledgement is', () => {
  const window = new AckWindow()
  expect(window.ageMs(1_000)).toBe(0)
  expect([window.send(1_000, 10), window.send(1_040, 10), window.send(1_080, 10)]).toEqual([1, 2, 3])
  expect(window.ageMs(1_100)).toBe(100)
  expect(window.acknowledge(2, 1_100)).toBe(60)
  expect([window.size, window.ageMs(1_100)]).toEqual([1, 20])
  expect(window.acknowledge(3, 1_100)).toBe(20)
  expect([window.size, window.ageMs(9_000)]).toEqual([0, 0])
})

it('takes an acknowledgement twice, or an older one, without harm', () => {
  const window = new AckWindow()
  for (let at = 0; at < 5; at += 1) window.send(at, 10)
  expect(window.acknowledge(4, 10)).toBe(7)
  expect(window.acknowledge(4, 10)).toBe(0)
  expect(window.acknowledge(2, 10)).toBe(0)
  expect(window.size).toBe(1)
})

it('refuses one of what was never sent', () => {
  const window = new AckWindow()
  expect(window.acknowledge(1, 0)).toBeNull()
  window.send(0, 10)
  expect(window.acknowledge(2, 0)).toBeNull()
  expect(window.acknowledge(0xffff_fff0, 0)).toBe(0)
  expect(window.acknowledge(1, 0)).toBe(0)
})

it('holds no more than what waits, over a long time', () => {
  const window = new AckWindow()
  for (let at = 0; at < 100_000; at += 1) {
    const sequence = window.send(at, 10)
    if (at % 7 === 0) expect(window.acknowledge(sequence, at)).toBe(0)
    expect(window.size).toBeLessThan(8)
  }
})
