import { expect, test } from 'vitest'
import { afterLook, begun, type Course, type LookEnd, leastRestMs } from './picture-course.js'

test('rests as long as a look took, and a moment at least', () => {
  expect(afterLook(begun, 'picture', 200)?.restMs).toBe(leastRestMs)
  expect(afterLook(begun, 'picture', 8_000)?.restMs).toBe(8_000)
})

test('a refused account is not tried again', () => {
  expect(afterLook(begun, 'auth', 200)).toBe(null)
})

test.each<LookEnd>(['fault', 'line', 'many'])('%s is tried once more, and a picture forgives it', (end) => {
  const next = afterLook(begun, end, 200)
  expect(next).toMatchObject({ course: { looks: 1, failed: 1 } })
  expect(next?.restMs).toBeGreaterThan(leastRestMs)
  const course = next?.course ?? begun
  expect(afterLook(course, end, 200)).toBe(null)
  expect(afterLook(course, 'picture', 200)?.course).toEqual({ looks: 2, failed: 0 })
})

test('ends by itself', () => {
  let course: Course | undefined = begun
  let looks = 0
  while (course) {
    looks += 1
    course = afterLook(course, 'picture', 200)?.course
  }
  expect(looks).toBe(60)
})
