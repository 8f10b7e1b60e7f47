import { expect, it } from 'vitest'
import { type Entry, matchEntries } from './match.js'

const camera = (name: string, also?: string): Entry => ({
  key: `camera ${name}`,
  group: 'cameras',
  name,
  ...(also !== undefined && { also }),
})
const page = (name: string): Entry => ({ key: `page ${name}`, group: 'pages', name })

const found = (entries: readonly Entry[], typed: string, lately: readonly string[] = []) =>
  matchEntries(entries, typed, lately).map(({ group, entries: list }) => [
    group,
    list.map(({ name }) => name),
  ])

const cameras = ['Yard gate', 'Gate', 'Investigate', 'Gate east', 'Quay'].map((name) => camera(name))

it('names that begin so come before words that do, and those before the rest', () => {
  expect(found(cameras, 'gate')).toEqual([['cameras', ['Gate', 'Gate east', 'Yard gate', 'Investigate']]])
})

it('a name that begins with all that was typed comes before one that has its words', () => {
  const docks = ['Dock 177', 'Dock 77', 'Dock 770', '77 Dock'].map((name) => camera(name))
  expect(found(docks, 'dock 77')).toEqual([['cameras', ['Dock 77', 'Dock 770', '77 Dock', 'Dock 177']]])
})

it('what was used lately comes first, the last one before those before it', () => {
  expect(found(cameras, 'gate', ['camera Investigate', 'camera Yard gate', 'camera gone'])).toEqual([
    ['cameras', ['Investigate', 'Yard gate', 'Gate', 'Gate east']],
  ])
})

it('every word must be there, in any order, without case and accents', () => {
  const entries = [camera('Café Süd'), camera('Cafe Nord'), camera('Süd')]
  expect(found(entries, '  SUD cafe ')).toEqual([['cameras', ['Café Süd']]])
  expect(found(entries, 'nirgends')).toEqual([])
})

it('other words for a thing find it too', () => {
  expect(found([camera('Gate', 'Harbour depot')], 'gate harbour')).toEqual([['cameras', ['Gate']]])
})

it('the group with the best comes first', () => {
  expect(found([camera('Backyard alerts'), page('Alerts'), page('Live')], 'alerts')).toEqual([
    ['pages', ['Alerts']],
    ['cameras', ['Backyard alerts']],
  ])
  expect(found([camera('Alerts'), page('Alerts')], 'alerts').map(([group]) => group)).toEqual([
    'cameras',
    'pages',
  ])
})

it('before anything is typed it offers pages, and what was used lately', () => {
  expect(found([...cameras, page('Live'), page('Alerts')], '', ['camera Quay'])).toEqual([
    ['cameras', ['Quay']],
    ['pages', ['Live', 'Alerts']],
  ])
})

it('of a thousand cameras it shows six, found within the time of a key', () => {
  const many = Array.from({ length: 1000 }, (_, place) => camera(`Camera ${1000 - place}`))
  expect(found(many, 'camera 1')).toEqual([
    ['cameras', ['Camera 1', 'Camera 10', 'Camera 11', 'Camera 12', 'Camera 13', 'Camera 14']],
  ])
})
