import { expect, it } from 'vitest'
import { Turns } from './turns.js'

interface Work {
  begun: boolean
  readonly run: () => Promise<void>
  readonly end: () => void
}

function work(): Work {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const one: Work = {
    begun: false,
    run: () => {
      one.begun = true
      return ended
    },
    end: () => end(),
  }
  return one
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('one that is alone waits for those under way, and what comes later waits for it', async () => {
  const turns = new Turns()
  const [first, second, alone, later] = [work(), work(), work(), work()]
  const all = [
    turns.among(first.run),
    turns.among(second.run),
    turns.alone(alone.run),
    turns.among(later.run),
  ]
  await settled()
  const begun = () => [first, second, alone, later].map((one) => one.begun)
  expect(begun()).toEqual([true, true, false, false])
  first.end()
  await settled()
  expect(begun()).toEqual([true, true, false, false])
  second.end()
  await settled()
  expect(begun()).toEqual([true, true, true, false])
  alone.end()
  await settled()
  expect(begun()).toEqual([true, true, true, true])
  later.end()
  await Promise.all(all)
})

it('two that are alone follow each other, also behind one that failed', async () => {
  const turns = new Turns()
  const done: string[] = []
  const failed = turns.alone(() => Promise.reject(new Error('no')))
  const second = turns.alone(async () => void done.push('second'))
  await expect(failed).rejects.toThrow('no')
  await second
  expect(done).toEqual(['second'])
})
