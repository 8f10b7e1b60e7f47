import { expect, it } from 'vitest'
import { type Draft, emptyDraft, movedTo, problemOf, resized, toggled } from './view-draft.js'

const ids = ({ cameras }: Draft) => cameras.map(({ id }) => id)
const draft = ['a', 'b', 'c'].reduce(toggled, { ...emptyDraft, name: 'Doors' })

it('takes cameras in and out', () => {
  expect(ids(draft)).toEqual(['a', 'b', 'c'])
  expect(ids(toggled(draft, 'b'))).toEqual(['a', 'c'])
})

it('moves one, and nowhere beyond the ends', () => {
  expect(ids(movedTo(draft, 0, 2))).toEqual(['b', 'c', 'a'])
  expect(ids(movedTo(draft, 2, 0))).toEqual(['c', 'a', 'b'])
  expect(movedTo(draft, 0, -1)).toBe(draft)
  expect(movedTo(draft, 2, 3)).toBe(draft)
})

it('sizes one, and leaves the others', () => {
  expect(resized(draft, 'b', 3).cameras.map(({ size }) => size)).toEqual([1, 3, 1])
})

it('says what is missing', () => {
  expect(problemOf(draft)).toBeNull()
  expect(problemOf({ ...draft, name: '  ' })).toBe('nameMissing')
  expect(problemOf({ ...draft, cameras: [] })).toBe('none')
})
