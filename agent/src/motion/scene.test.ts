import { expect, test } from 'vitest'
import { type Draw, lumaOf, yard } from './drawn-pictures.fixture.js'
import { Scene } from './scene.js'

const keyframe = (draw: Draw, ptsUs: number) => ({ luma: lumaOf(draw), ptsUs, keyframe: true })
/** A lamp at the left lights one side of it. */
const lit: Draw = (x, y) => yard(x, y) + (x < 80 ? 90 : 0)

test('in another light a keyframe of before shows the scene no more; the next one does', () => {
  const scene = new Scene()
  scene.learnFrom([keyframe(yard, 0)], 10, 0)
  expect(scene.reference).not.toBeNull()
  scene.checked({ kind: 'light' }, false, 2000, 2_000_000)
  // The group of pictures is long: the next look is decoded from the same keyframe.
  scene.learnFrom([keyframe(yard, 0)], 10, 3600)
  expect(scene.reference).toBeNull()
  scene.learnFrom([keyframe(yard, 0), keyframe(lit, 10_000_000)], 10, 11_000)
  const learned = new Scene()
  learned.learnFrom([keyframe(lit, 0)], 10, 0)
  expect(scene.reference).toEqual(learned.reference)
})

test('the times of another run begin anew', () => {
  const scene = new Scene()
  scene.checked({ kind: 'light' }, false, 2000, 2_000_000)
  scene.runBegan(false)
  scene.learnFrom([keyframe(lit, 0)], 10, 3000)
  expect(scene.reference).not.toBeNull()
})
