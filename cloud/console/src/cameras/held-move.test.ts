import { expect, it } from 'vitest'
import type { Moved } from '../api/ptz.js'
import { HeldMove } from './held-move.js'

/** A camera whose answers come when the test says so. */
function slowCamera() {
  const asked: string[] = []
  const answers: ((moved: Moved) => void)[] = []
  let again: (() => void) | null = null
  const ask = (what: string) => (direction: string) => {
    asked.push(`${what} ${direction}`)
    return new Promise<Moved>((resolve) => answers.push(resolve))
  }
  const held = new HeldMove({
    move: ask('move'),
    stop: ask('stop'),
    every: (run) => {
      again = run
      return () => {
        again = null
      }
    },
    told: () => {},
  })
  return {
    held,
    asked,
    tick: () => again?.(),
    answer: async () => {
      answers.shift()?.('moves')
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    },
    settled: async () => {
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    },
  }
}

it('a stop waits for the move that it ends, however long that takes', async () => {
  const { held, asked, answer, settled } = slowCamera()
  held.begin('pan_left')
  await settled()
  held.end()
  await settled()
  expect(asked).toEqual(['move pan_left'])
  await answer()
  expect(asked).toEqual(['move pan_left', 'stop pan_left'])
})

it('asks again while it is held, once the answer is there, and not afterwards', async () => {
  const { held, asked, answer, settled, tick } = slowCamera()
  held.begin('pan_left')
  await settled()
  tick()
  await settled()
  expect(asked).toEqual(['move pan_left'])
  await answer()
  tick()
  await settled()
  expect(asked).toEqual(['move pan_left', 'move pan_left'])
  await answer()
  held.end()
  tick()
  await settled()
  expect(asked.slice(2)).toEqual(['stop pan_left'])
})

it('another direction ends the one before; one that was let go of before its turn never moves', async () => {
  const { held, asked, answer, settled } = slowCamera()
  held.begin('pan_left')
  await settled()
  held.begin('pan_up')
  held.end()
  await answer()
  await answer()
  await settled()
  expect(asked).toEqual(['move pan_left', 'stop pan_left', 'stop pan_up'])
})
