import { describe, expect, it } from 'vitest'
import { rowAt, topOf } from './row-tops.js'

describe('rows of one height', () => {
  it('begin one after the other', () => {
    expect([0, 1, 10].map((row) => topOf(44, row))).toEqual([0, 44, 440])
  })

  it.each([
    [0, 0],
    [43, 0],
    [44, 1],
    [439, 9],
    [440, 9],
    [9_999, 9],
  ])('at %i px of ten there is row %i', (px, row) => {
    expect(rowAt(px, 10, 44)).toBe(row)
  })
})

describe('rows of different heights', () => {
  const tops = [0, 30, 116, 202, 232, 318]

  it.each([
    [0, 0],
    [29, 0],
    [30, 1],
    [201, 2],
    [202, 3],
    [317, 4],
    [318, 4],
  ])('at %i px there is row %i', (px, row) => {
    expect(rowAt(px, 5, tops)).toBe(row)
  })

  it('end where the last one ends', () => {
    expect(topOf(tops, 5)).toBe(318)
  })
})

it('in a list of none there is the first row, which is none', () => {
  expect(rowAt(100, 0, 44)).toBe(0)
  expect(rowAt(100, 0, [0])).toBe(0)
})
