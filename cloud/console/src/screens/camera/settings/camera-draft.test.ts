import { describe, expect, it } from 'vitest'
import {
  afterSaving,
  beginDraft,
  changedMeanwhile,
  edit,
  editedNames,
  keepMine,
  problemOf,
  type Settings,
  shownSettings,
  takeTheirs,
} from './camera-draft.js'

const camera: Settings = {
  name: 'Gate',
  site_id: 'site',
  enabled: true,
  recording_duration_sec: 15,
  pre_event_buffer_sec: 5,
  post_event_buffer_sec: 5,
  recording_stream: 'main',
  detection_stream: 'sub',
  stream_mode: 'single',
  stream_transport: 'tcp',
  motion_sensitivity: 'medium',
  motion_zones_json: [],
  ai_analysis_mode: 'multi_frame',
  ai_pass_mode: 'one_pass',
  prompt_pack_id: null,
  ai_provider_override: null,
  ai_model_override: null,
}
const begun = beginDraft(camera)

describe('what is typed', () => {
  it('is an edit until it is as the camera has it', () => {
    const typed = edit(begun, { name: 'Yard', enabled: false }, camera)
    expect(editedNames(typed)).toEqual(['name', 'enabled'])
    expect(shownSettings(typed, camera)).toMatchObject({ name: 'Yard', enabled: false })
    expect(editedNames(edit(typed, { name: 'Gate' }, camera))).toEqual(['enabled'])
  })

  it('holds null as a value of its own', () => {
    const withPack = { ...camera, prompt_pack_id: 'pack' }
    const typed = edit(beginDraft(withPack), { prompt_pack_id: null }, withPack)
    expect(editedNames(typed)).toEqual(['prompt_pack_id'])
    expect(shownSettings(typed, withPack).prompt_pack_id).toBeNull()
  })

  it('is refused without a name of the camera, and without one of a zone', () => {
    expect(problemOf(begun)).toBeNull()
    expect(problemOf(edit(begun, { name: ' ' }, camera))).toBe('nameMissing')
    const zone = { name: '', kind: 'include' as const, points: [] }
    expect(problemOf(edit(begun, { motion_zones_json: [zone] }, camera))).toBe('zoneNameMissing')
  })
})

describe('somebody else changes the camera meanwhile', () => {
  const typed = edit(begun, { name: 'Yard' }, camera)

  it('what was not typed here is taken over', () => {
    const now = { ...camera, enabled: false }
    expect(changedMeanwhile(typed, now)).toEqual({ taken: ['enabled'], contested: [] })
    expect(shownSettings(typed, now)).toMatchObject({ name: 'Yard', enabled: false })
  })

  it('what was typed here otherwise is contested until somebody chooses', () => {
    const now = { ...camera, name: 'Dock' }
    expect(changedMeanwhile(typed, now)).toEqual({ taken: [], contested: ['name'] })
    const mine = keepMine(typed, 'name', now)
    expect(changedMeanwhile(mine, now).contested).toEqual([])
    expect(shownSettings(mine, now).name).toBe('Yard')
    const theirs = takeTheirs(typed, 'name', now)
    expect(changedMeanwhile(theirs, now).contested).toEqual([])
    expect(shownSettings(theirs, now).name).toBe('Dock')
    expect(editedNames(theirs)).toEqual([])
  })

  it('the same as was typed here is no contest', () => {
    expect(changedMeanwhile(typed, { ...camera, name: 'Yard' }).contested).toEqual([])
  })
})

it('what is typed while it is saved is not lost', () => {
  const typed = edit(begun, { name: 'Yard', enabled: false }, camera)
  const more = edit(typed, { name: 'Yard 2' }, camera)
  const saved = { ...camera, name: 'Yard', enabled: false }
  const after = afterSaving(more, typed.edits, saved)
  expect(after.edits).toEqual({ name: 'Yard 2' })
  expect(changedMeanwhile(after, saved)).toEqual({ taken: [], contested: [] })
})
