import { describe, expect, it } from 'vitest'
import type { Predicate, PredicateNode } from '../../api/rules.js'
import {
  conditionOps,
  isWhole,
  newCondition,
  nodeAt,
  placedIn,
  replaced,
  turned,
  withAlso,
  withOr,
} from './predicate-edit.js'

const person: PredicateNode = { op: 'object', label: 'person', at_least: 1 }
const dog: PredicateNode = { op: 'object', label: 'dog', at_least: 1 }
const night: PredicateNode = { op: 'time', from: '22:00', to: '06:00' }
const whole = (where: PredicateNode): Predicate => ({ version: 1, where })
const nested = whole({ op: 'all', of: [person, { op: 'not', of: { op: 'any', of: [dog, night] } }] })

describe('conditions by their paths, as the service names them', () => {
  it('are found with the path, and with whether they must not hold', () => {
    expect(placedIn(nested).map(({ path, isNegated }) => [path, isNegated])).toEqual([
      ['where.of.0', false],
      ['where.of.1.of.of.0', true],
      ['where.of.1.of.of.1', true],
    ])
    for (const { path, condition } of placedIn(nested)) expect(nodeAt(nested, path)).toEqual(condition)
    expect(nodeAt(nested, 'where.of.7')).toBeUndefined()
    expect(nodeAt(whole(person), 'where.of.0')).toBeUndefined()
  })

  it('are changed where they stand, and nothing beside them', () => {
    const other: PredicateNode = { op: 'object', label: 'cat', at_least: 2 }
    expect(replaced(nested, 'where.of.1.of.of.0', other)?.where).toEqual({
      op: 'all',
      of: [person, { op: 'not', of: { op: 'any', of: [other, night] } }],
    })
    expect(replaced(whole(person), 'where', night)).toEqual(whole(night))
  })

  it('leave nothing behind that joins one thing alone', () => {
    expect(replaced(nested, 'where.of.1.of.of.0', null)?.where).toEqual({
      op: 'all',
      of: [person, { op: 'not', of: night }],
    })
    expect(
      replaced(whole({ op: 'all', of: [person, { op: 'not', of: dog }] }), 'where.of.1.of', null),
    ).toEqual(whole(person))
    expect(replaced(whole(person), 'where', null)).toBeNull()
  })
})

describe('a predicate grows', () => {
  it('by a condition that must hold too', () => {
    expect(withAlso(null, night)).toEqual(whole(night))
    expect(withAlso(whole(person), night).where).toEqual({ op: 'all', of: [person, night] })
    expect(withAlso(whole({ op: 'all', of: [person, dog] }), night).where).toEqual({
      op: 'all',
      of: [person, dog, night],
    })
  })

  it('by another of which one is enough', () => {
    expect(withOr(whole({ op: 'all', of: [person, night] }), 'where.of.0', dog).where).toEqual({
      op: 'all',
      of: [{ op: 'any', of: [person, dog] }, night],
    })
  })

  it('by its contrary, and back', () => {
    const both = whole({ op: 'all', of: [person, night] })
    const contrary = turned(both, 'where.of.1')
    expect(contrary.where).toEqual({ op: 'all', of: [person, { op: 'not', of: night }] })
    expect(turned(contrary, 'where.of.1.of')).toEqual(both)
  })
})

it('what is new says what is usually meant, and what it names is still to be said', () => {
  expect(conditionOps.filter((op) => !isWhole(newCondition(op)))).toEqual([
    'camera',
    'site',
    'tag',
    'text',
    'topic',
  ])
  expect(isWhole({ op: 'object', label: 'dog', at_least: 3, at_most: 2 })).toBe(false)
  expect(isWhole({ op: 'time', from: '08:00', to: '08:00' })).toBe(false)
})
