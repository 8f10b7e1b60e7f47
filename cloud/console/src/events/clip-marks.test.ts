import { expect, it } from 'vitest'
import { clipMarks } from './clip-marks.js'

const clip = {
  clip_start_at: '2026-03-12T20:51:35.000Z',
  clip_end_at: '2026-03-12T20:51:55.000Z',
  triggered_at: '2026-03-12T20:51:40.000Z',
}

it('says where the trigger is, and what was recorded before and after the cause', () => {
  expect(clipMarks(clip, 4)).toEqual({ trigger: 0.25, preRoll: 0.25, postRoll: 0.2 })
})

it('a post-roll longer than what is left ends at the trigger', () => {
  expect(clipMarks(clip, 60)).toEqual({ trigger: 0.25, preRoll: 0.25, postRoll: 0.75 })
})

it('a trigger outside the clip is not marked', () => {
  expect(clipMarks({ ...clip, triggered_at: '2026-03-12T20:50:00.000Z' }, 4)).toEqual({
    trigger: null,
    preRoll: 0,
    postRoll: 0.2,
  })
})

it('a clip whose times are not known has no marks', () => {
  expect(clipMarks({ ...clip, clip_end_at: null }, 4)).toBeNull()
  expect(clipMarks({ ...clip, clip_end_at: clip.clip_start_at }, 4)).toBeNull()
})
