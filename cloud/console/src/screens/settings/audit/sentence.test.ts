import { describe, expect, it } from 'vitest'
import { audit as de } from '../../../text/de/audit.js'
import { audit as en } from '../../../text/en/audit.js'
import { deedOf, particularsOf } from './sentence.js'

const entry = (action: string, named: Partial<Parameters<typeof deedOf>[0]> = {}) => ({
  action,
  target_kind: 'camera',
  target_name: null,
  target_at: null,
  data: {},
  ...named,
})
const timeOf = (at: string) => at.slice(11, 16)

describe('a deed', () => {
  it('names what it was done to: as it is called now, as it was then, or by its kind', () => {
    expect(deedOf(entry('camera.updated', { target_name: 'Gate' }), timeOf, en)).toBe('changed Gate')
    expect(deedOf(entry('camera.deleted', { data: { name: 'Old gate' } }), timeOf, en)).toBe(
      'deleted Old gate',
    )
    expect(deedOf(entry('camera.deleted'), timeOf, en)).toBe('deleted a camera')
    expect(deedOf(entry('camera.deleted'), timeOf, de)).toBe('hat eine Kamera gelöscht')
  })

  it('names what happened by its camera and its time', () => {
    const at = { target_kind: 'event', target_name: 'Gate', target_at: '2026-03-12T21:51:40.000Z' }
    expect(deedOf(entry('event.clip_viewed', at), timeOf, en)).toBe(
      'looked at the clip of the event at Gate, 21:51',
    )
    const alert = { ...at, target_kind: 'alert' }
    expect(deedOf(entry('alert.acknowledged', alert), timeOf, en)).toBe('took the alert at Gate, 21:51')
  })

  it('that no words are known for is still told', () => {
    expect(deedOf(entry('camera.painted'), timeOf, en)).toBe('did: camera.painted')
  })
})

it('has words in both languages', () => {
  expect(Object.keys(de.deeds)).toEqual(Object.keys(en.deeds))
  expect(Object.keys(de.things)).toEqual(Object.keys(en.things))
  expect(Object.keys(de.happened)).toEqual(Object.keys(en.happened))
})

it('has particulars as names and texts', () => {
  expect(particularsOf({ site_ids: ['a'], name: 'Gate', limit: null })).toEqual([
    ['site ids', '["a"]'],
    ['name', 'Gate'],
    ['limit', 'null'],
  ])
})
