import { expect, it } from 'vitest'
import { Slices } from './slices.js'

/** Slices whose pictures come when the test says so, and whose works take as long as they say. */
function slices() {
  let nowMs = 0
  const due: (() => void)[] = []
  const done: string[] = []
  const made = new Slices({ now: () => nowMs, soon: (work) => due.push(work) })
  const add = (name: string, takesMs: number) =>
    made.add(() => {
      done.push(name)
      nowMs += takesMs
    })
  return { add, made, done, due, picture: () => due.shift()?.() }
}

it('begins with nothing in the press that asks for it, and does no more than fits between two pictures', () => {
  const { add, done, due, picture } = slices()
  for (const name of ['a', 'b', 'c', 'd']) add(name, 4)
  expect(done).toEqual([])
  picture()
  expect(done).toEqual(['a', 'b'])
  picture()
  expect(done).toEqual(['a', 'b', 'c', 'd'])
  picture()
  expect(due).toEqual([])
})

it('what is not wanted any more is left out', () => {
  const { add, done, picture } = slices()
  add('a', 10)
  const leave = add('b', 10)
  add('c', 10)
  leave()
  picture()
  picture()
  expect(done).toEqual(['a', 'c'])
})

it('one that breaks takes no other with it', () => {
  const { add, made, done, picture } = slices()
  made.add(() => {
    throw new Error('broken')
  })
  add('a', 1)
  expect(picture).toThrow('broken')
  picture()
  expect(done).toEqual(['a'])
})
