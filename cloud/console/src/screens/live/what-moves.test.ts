import { expect, it } from 'vitest'
import { lesserMotion, nextMotion, sendings, type TileFacts } from './what-moves.js'

const rest: TileFacts = { isLarge: false, isNear: false, hasEvent: false, hasAlert: false }
const modes = (tiles: readonly TileFacts[], motion: 'matters' | 'keys' | 'all', most = 64) =>
  sendings(tiles, motion, most).map(({ mode }) => mode)

it('what matters moves: the large one, the one that is looked at, and where something is', () => {
  const tiles = [
    rest,
    { ...rest, isLarge: true },
    { ...rest, isNear: true },
    { ...rest, hasEvent: true },
    { ...rest, hasAlert: true },
  ]
  expect(modes(tiles, 'matters')).toEqual(['keys', 'full', 'full', 'full', 'full'])
  expect(modes(tiles, 'keys')).toEqual(['keys', 'keys', 'keys', 'keys', 'keys'])
  expect(modes(tiles, 'all')).toEqual(['full', 'full', 'full', 'full', 'full'])
})

it('the large one takes the main stream, also where it shows keyframes alone', () => {
  const [large, small] = sendings([{ ...rest, isLarge: true }, rest], 'keys', 64)
  expect(large).toEqual({ stream: 'main', mode: 'keys' })
  expect(small).toEqual({ stream: 'sub', mode: 'keys' })
})

it('where only some may move, what matters more goes first, then the order', () => {
  const tiles = [rest, rest, { ...rest, hasEvent: true }, { ...rest, isLarge: true }]
  expect(modes(tiles, 'all', 3)).toEqual(['full', 'keys', 'full', 'full'])
  expect(modes(tiles, 'matters', 1)).toEqual(['keys', 'keys', 'keys', 'full'])
})

it('goes round', () => {
  expect(nextMotion('matters')).toBe('keys')
  expect(nextMotion('keys')).toBe('all')
  expect(nextMotion('all')).toBe('matters')
  expect(lesserMotion('all', 'matters')).toBe('matters')
  expect(lesserMotion('keys', 'all')).toBe('keys')
})
