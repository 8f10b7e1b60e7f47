import { expect, it } from 'vitest'
import { findMovement, gridHeight, gridWidth, type Plane } from './moved-cells.js'

const everywhere = Array.from({ length: gridWidth * gridHeight }, () => true)
const rightHalf = everywhere.map((_, cell) => cell % gridWidth >= gridWidth / 2)

/** A picture of an even grey with a light block, a few cells wide, from a column on. */
function picture(column: number | null, { light = 0, contrast = 60 } = {}): Plane {
  const plane = new Float32Array(gridWidth * gridHeight).fill(100 + light)
  if (column !== null)
    for (let y = 10; y < 14; y += 1)
      for (let x = column; x < column + 2; x += 1) plane[y * gridWidth + x] = 100 + light + contrast
  return plane
}

const crossing = [4, 8, 12, 16, 20].map((column) => picture(column))

it('something that goes through the picture counts where it goes', () => {
  expect(findMovement(crossing, everywhere, 'medium').verdict).toBe('counts')
  const elsewhere = findMovement(crossing, rightHalf, 'medium')
  expect(elsewhere.verdict).toBe('elsewhere')
  expect(elsewhere.cells.size).toBeGreaterThan(0)
})

it('a scene at rest shows nothing, and neither does its noise', () => {
  const noise = [0, 1, 2, 3].map((shift) => {
    const plane = picture(null)
    for (let cell = shift; cell < plane.length; cell += 97) plane[cell] = 160
    return plane
  })
  expect(findMovement([picture(8), picture(8), picture(8)], everywhere, 'high').verdict).toBe('nothing')
  expect(findMovement(noise, everywhere, 'high').verdict).toBe('nothing')
})

it('light that changes everywhere is no movement', () => {
  const dusk = [0, 20, 40, 60].map((light) => picture(8, { light }))
  expect(findMovement(dusk, everywhere, 'high').verdict).toBe('nothing')
})

it('what is faint counts with high sensitivity alone', () => {
  const faint = [4, 8, 12, 16].map((column) => picture(column, { contrast: 9 }))
  expect(findMovement(faint, everywhere, 'high').verdict).toBe('counts')
  expect(findMovement(faint, everywhere, 'low').verdict).toBe('nothing')
})

it('of one or two pictures nothing can be told', () => {
  expect(findMovement(crossing.slice(0, 2), everywhere, 'high').verdict).toBe('unclear')
})

it('the strongest picture is one in which it moves where it counts', () => {
  const right = [picture(null), picture(4), picture(null), picture(40), picture(null)]
  expect(findMovement(right, rightHalf, 'medium')).toMatchObject({ verdict: 'counts', strongest: 3 })
})
