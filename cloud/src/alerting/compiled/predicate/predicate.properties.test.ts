import { Predicate, type PredicateNode } from '@sightline/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkProperty } from '#testing/check-property.js'
import { canonicalPredicate } from './canonical.js'
import { evaluate } from './evaluate.js'
import { explain } from './explain.js'
import { lookupLabels, type NecessaryConditions, necessaryConditions } from './necessary.js'
import { anyFacts, anyNode, anyPredicate, predicateOf } from './predicate.fixture.js'
import type { PredicateFacts } from './prepared-facts.js'
import { conditionsOf } from './walk.js'

const outcome = (where: PredicateNode, facts: PredicateFacts) => evaluate(predicateOf(where), facts).outcome
const not = (of: PredicateNode): PredicateNode => ({ op: 'not', of })
const check = <T>(property: fc.IProperty<T>, runs = 400) => checkProperty(property, runs)

test('what is generated is of the language', () => {
  check(
    fc.property(anyPredicate, (predicate) => {
      expect(Predicate.parse(predicate)).toEqual(predicate)
    }),
  )
})

test('not not is what it was, and not turns a match into none and leaves doubt', () => {
  const opposite = { match: 'no_match', no_match: 'match', doubtful: 'doubtful' } as const
  check(
    fc.property(anyNode, anyFacts, (node, facts) => {
      expect(outcome(not(not(node)), facts)).toBe(outcome(node, facts))
      expect(outcome(not(node), facts)).toBe(opposite[outcome(node, facts)])
    }),
  )
})

test('De Morgan holds under three values', () => {
  check(
    fc.property(anyNode, anyNode, anyFacts, (a, b, facts) => {
      expect(outcome(not({ op: 'all', of: [a, b] }), facts)).toBe(
        outcome({ op: 'any', of: [not(a), not(b)] }, facts),
      )
      expect(outcome(not({ op: 'any', of: [a, b] }), facts)).toBe(
        outcome({ op: 'all', of: [not(a), not(b)] }, facts),
      )
    }),
  )
})

test('the canonical form is of the language, says the same and stays as it is', () => {
  check(
    fc.property(anyPredicate, anyFacts, (predicate, facts) => {
      const canonical = canonicalPredicate(predicate)
      expect(Predicate.parse(canonical)).toEqual(canonical)
      expect(canonicalPredicate(canonical)).toEqual(canonical)
      expect(evaluate(canonical, facts).outcome).toBe(evaluate(predicate, facts).outcome)
    }),
  )
})

test('order, nesting and repetition make no other predicate', () => {
  const shuffled = (node: PredicateNode): PredicateNode => {
    if (node.op === 'not') return not(not(not(shuffled(node.of))))
    if (node.op !== 'all' && node.op !== 'any') return node
    const of = node.of.map(shuffled).toReversed()
    return { op: node.op, of: [...of, ...of.slice(0, 1), { op: node.op, of }] }
  }
  check(
    fc.property(anyNode, (node) => {
      const texts = [node, shuffled(node)].map((one) => JSON.stringify(canonicalPredicate(predicateOf(one))))
      expect(texts[0]).toBe(texts[1])
    }),
  )
})

/** Asked as the lookup in SQL asks it. */
function couldConcern(necessary: NecessaryConditions, facts: PredicateFacts): boolean {
  const { cameras, sites, categories, labels } = necessary
  if (cameras && !cameras.includes(facts.camera_id)) return false
  if (sites && !sites.includes(facts.site_id)) return false
  if (categories && !categories.includes(facts.category)) return false
  return !labels || !facts.analysed || lookupLabels(facts).some((key) => labels.includes(key))
}

test('necessary conditions shut out no event that matches or is doubtful', () => {
  let shutOut = 0
  check(
    fc.property(anyPredicate, anyFacts, (predicate, facts) => {
      if (couldConcern(necessaryConditions(predicate), facts)) return
      shutOut += 1
      expect(evaluate(predicate, facts).outcome).toBe('no_match')
    }),
    // One or two of a hundred are shut out.
    4_000,
  )
  expect(shutOut, 'some are shut out, or the property says nothing').toBeGreaterThan(3)
})

test('a match misses nothing, and what misses nothing is a match', () => {
  check(
    fc.property(anyPredicate, anyFacts, (predicate, facts) => {
      const { outcome: said, missing, met, of, conditions } = evaluate(predicate, facts)
      expect(missing.length === 0).toBe(said === 'match')
      expect(met + missing.length).toBe(of)
      expect(conditions.map(({ condition }) => condition)).toEqual(conditionsOf(predicate))
    }),
  )
})

test('every predicate can be said in words', () => {
  const names = { cameras: new Map<string, string>(), sites: new Map<string, string>() }
  check(
    fc.property(anyPredicate, (predicate) => {
      const text = explain(predicate, names)
      expect(text).toMatch(/^Matches if .+\.$/s)
      expect(text).not.toMatch(/undefined|\[object/)
    }),
  )
})
