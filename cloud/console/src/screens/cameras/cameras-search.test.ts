import { describe, expect, it } from 'vitest'
import { type CamerasSearch, camerasLike, type Named, readCamerasSearch } from './cameras-search.js'

it('reads what fits', () => {
  expect(readCamerasSearch({ q: 'gate', state: 'offline', view: 'grid', x: 1 })).toEqual({
    q: 'gate',
    state: 'offline',
    view: 'grid',
  })
  expect(readCamerasSearch({ q: '', state: 'asleep', view: 'tiles' })).toEqual({})
})

describe('cameras that are looked for', () => {
  const camera = (name: string, status: Named['status'] = 'online'): Named => ({ name, status })
  const all = [camera('Gate'), camera('Loading bay', 'offline'), camera('Back gate', 'offline')]
  const found = (search: CamerasSearch) =>
    camerasLike(all, search, ({ name }) => (name === 'Gate' ? 'Harbour' : 'Depot')).map(({ name }) => name)

  it('have every word in their name or their site', () => {
    expect(found({ q: 'GATE' })).toEqual(['Gate', 'Back gate'])
    expect(found({ q: ' depot  gate' })).toEqual(['Back gate'])
    expect(found({ q: 'roof' })).toEqual([])
    expect(found({})).toHaveLength(3)
  })

  it('are in the state', () => {
    expect(found({ q: 'gate', state: 'offline' })).toEqual(['Back gate'])
  })
})
