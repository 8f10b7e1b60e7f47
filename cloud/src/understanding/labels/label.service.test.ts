import { objectCategories } from '@sightline/protocol'
import { describe, expect, it, test } from 'vitest'
import {
  broaderThan,
  covers,
  isGrave,
  knownLabels,
  knownWords,
  labelOf,
  labelsOf,
  plainText,
  storedLabel,
  tagCovers,
  tagsOfLabel,
} from './label.service.js'
import { alone, graveLabels, narrower, otherWords, rolesOfPersons, seenTogether } from './vocabulary.js'

describe('the vocabulary', () => {
  it('is a tree: no label has two that are right above it, and none is above itself', () => {
    const placed = Object.values(narrower).flat()
    expect(placed).toEqual([...new Set(placed)])
    for (const label of knownLabels) expect(broaderThan(label)).not.toContain(label)
  })

  it('has each word once, as a label or as a word of one', () => {
    const words = Object.values(otherWords).flat()
    expect(words).toEqual([...new Set(words)])
    expect(words.filter((word) => knownLabels.has(word))).toEqual([])
    const inTree = new Set([...Object.keys(narrower), ...Object.values(narrower).flat()])
    expect(alone.filter((label) => inTree.has(label))).toEqual([])
  })

  it('is written as words are compared', () => {
    for (const word of knownWords.keys()) expect(plainText(word)).toBe(word)
  })

  it('has the object categories of the interface, and all labels that it speaks of itself', () => {
    const named = [...rolesOfPersons, ...graveLabels, ...Object.entries(seenTogether).flat(2)]
    expect(named.filter((label) => !knownLabels.has(label))).toEqual([])
    for (const { id } of objectCategories) expect(storedLabel(id), id).toBe(id)
  })
})

test.each([
  ['Children', 'child', ['person']],
  ['e-scooters', 'scooter', ['two wheeler', 'vehicle']],
  ['red car', 'red car', ['car', 'vehicle']],
  ['motorbikes', 'motorcycle', ['two wheeler', 'vehicle']],
  ['drones', 'drone', []],
  ['no people', 'no people', []],
  ['gardening gnomes', 'gardening gnome', []],
])('%s is %s, under %j', (word, label, above) => {
  expect(labelOf(word)).toBe(label)
  expect(labelsOf(word)).toEqual([label, ...above])
})

test.each([
  ['people', 'person'],
  ['children', 'child'],
  ['licence-plates', 'license_plate'],
  ['bus', 'bus'],
  ['delivery van', 'delivery van'],
  ['constructor', 'constructor'],
])('the word %s is stored as %s', (word, stored) => {
  expect(storedLabel(word)).toBe(stored)
})

test('a tag that is asked for covers its other words and what is narrower, and nothing that is broader', () => {
  expect(tagCovers('Vehicle', 'scooter')).toBe(true)
  expect(tagCovers('kids', 'child')).toBe(true)
  expect(tagCovers('staff', 'STAFF')).toBe(true)
  expect(tagCovers('scooter', 'vehicle')).toBe(false)
  expect(tagCovers('+', '+')).toBe(false)
  expect(covers('two wheeler', 'car')).toBe(false)
})

it('names the tags by which an event says that a label was seen', () => {
  for (const label of knownLabels)
    for (const tag of tagsOfLabel(label)) expect(tagCovers(label, tag), `${label}: ${tag}`).toBe(true)
  expect(tagsOfLabel('Vehicles')).toEqual(expect.arrayContaining(['vehicle', 'cars', 'fire_engine', 'taxi']))
  expect(tagsOfLabel('truck')).not.toContain('vehicle')
  expect(tagsOfLabel('Drone')).toEqual(['drone', 'drones'])
})

test('what a guard is there for is grave under each of its words', () => {
  for (const tag of ['kid', 'pistol', 'burglar', 'a man at the door', 'flames', 'face', 'visitors', 'knives'])
    expect(isGrave(tag), tag).toBe(true)
  for (const tag of ['car', 'dog', 'leaves', 'crane', 'no bags']) expect(isGrave(tag), tag).toBe(false)
  for (const [word, label] of knownWords)
    if (graveLabels.some((grave) => covers(grave, label))) expect(isGrave(word), word).toBe(true)
})
