import { expect, it } from 'vitest'
import { isAt, places } from './places.js'

const marked = (path: string) => places.filter((place) => isAt(place, path)).map(({ name }) => name)

it.each([
  ['/live/1', ['live']],
  ['/settings/users/1', ['settings']],
  ['/sites', ['settings']],
  ['/sites/1', ['settings']],
  ['/gateways/pair', ['health']],
  ['/health', ['health']],
  ['/sitesx', []],
  ['/me', []],
])('at %s marks %j', (path, names) => {
  expect(marked(path)).toEqual(names)
})
