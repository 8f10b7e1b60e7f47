import { noBigDealDefaults, objectCategories, type PredicateNode } from '@sightline/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkProperty } from '#testing/check-property.js'
import { goodAnswer } from '#testing/good-answer.js'
import { compileSentence } from '../../alerting/compiled/compile/compile-sentence.js'
import { canonicalPredicate } from '../../alerting/compiled/predicate/canonical.js'
import { evaluate } from '../../alerting/compiled/predicate/evaluate.js'
import { lookupLabels, necessaryConditions } from '../../alerting/compiled/predicate/necessary.js'
import { factsOf, predicateOf } from '../../alerting/compiled/predicate/predicate.fixture.js'
import { mismatchAfterAnalysis, type RuleCondition } from '../../alerting/rules/rule-match.service.js'
import { effectiveKnobs } from '../../alerting/suppression/knobs.js'
import { suppressingKnob } from '../../alerting/suppression/suppressing-knob.js'
import { cameraReported } from '../analysis/facts/camera-reported.js'
import type { FactsRow } from '../analysis/facts/event-facts.repository.js'
import type { EventFacts } from '../analysis/facts/event-facts.table.js'
import { toEventFacts } from '../analysis/facts/to-event-facts.js'
import { eventSecrets } from '../analysis/prompt/ask-about-event.js'
import { cleanAnswer } from '../analysis/prompt/clean-answer.js'
import { completedChange } from '../analysis/runs/event-changes.js'
import type { SubjectRow } from '../analysis/runs/subject.repository.js'
import { knownWords, labelsOf, plainText } from './label.service.js'

const silent = { trigger_source: 'software', trigger_topic: '', raw_data: {} } as const

/** An event as its row holds it, and what it holds when a model has said what it sees. */
const row: FactsRow = {
  ...factsOf(),
  ...silent,
  id: '01990000-0000-7000-8000-0000000000e1',
  camera_name: 'Gate',
  site_name: 'Zurich',
  event_category: 'motion',
  tags: [],
  summary: null,
  narrative: null,
  notes: null,
  result: null,
}

/** What is known of an event of which a model says this one word, as its object and as its tag. */
function seen(word: string, said: { label?: string; tag?: string } = { label: word, tag: word }): EventFacts {
  const [object] = goodAnswer.objects
  const { result } = cleanAnswer(
    {
      ...goodAnswer,
      tags: said.tag === undefined ? [] : [said.tag],
      objects: said.label === undefined || !object ? [] : [{ ...object, label: said.label }],
    },
    { pictures: 1, secrets: eventSecrets([], null), fallback: 'Motion' },
  )
  const { tags } = completedChange({ ...subject, ...silent }, result, new Date())
  return toEventFacts({ ...row, tags: tags ?? [], result })
}

const subject: SubjectRow = {
  ...row,
  ...silent,
  is_listed: true,
  clip_status: 'ready',
  ai_analysis_mode: 'multi_frame',
  ai_pass_mode: 'one_pass',
  ai_provider_override: null,
  ai_model_override: null,
  pack: null,
  focus_text: '',
  ignore_guidance: '',
  monitoring_schedule: [],
}

const object = (label: string): PredicateNode => ({ op: 'object', label })

function outcome(where: PredicateNode, facts: EventFacts): string {
  const predicate = canonicalPredicate(predicateOf(where))
  const { labels } = necessaryConditions(predicate)
  // As the lookup in SQL asks it.
  const isFound = labels === null || lookupLabels(facts).some((key) => labels.includes(key))
  return isFound ? evaluate(predicate, facts).outcome : 'not looked at'
}

const tagRule = (tag: string): RuleCondition => ({
  rule_kind: 'camera_event',
  enabled: true,
  event_category: null,
  trigger_topic_pattern: null,
  source_filter: null,
  custom_tags: [tag],
  min_confidence: null,
  scope_type: 'all_cameras',
  site_ids: [],
  camera_ids: [],
  schedule_type: 'always',
  compiled_version_id: null,
})

function isHeld(tag: string, { tags }: EventFacts): boolean {
  const candidate = {
    ruleId: row.id,
    eventId: row.id,
    cameraId: row.camera_id,
    siteId: row.site_id,
    category: row.event_category,
    severity: 'low' as const,
    confidence: null,
    tags,
    triggeredAt: row.triggered_at,
  }
  const knobs = effectiveKnobs({ ...noBigDealDefaults, suppressed_tags: [tag.trim().toLowerCase()] }, {})
  return suppressingKnob(candidate, knobs, { timezone: 'UTC', alerted: [] }) !== null
}

/** Every way in which somebody can ask for a word. */
function expectFound(asked: string, facts: EventFacts): void {
  expect(outcome(object(asked), facts), `object ${asked}`).toBe('match')
  expect(
    mismatchAfterAnalysis(tagRule(asked), { ...facts, event_category: facts.category }),
    `tag rule ${asked}`,
  ).toBeNull()
  expect(isHeld(asked, facts), `suppressed ${asked}`).toBe(true)
}

const words = [...new Set([...knownWords.keys(), ...objectCategories.map(({ id }) => id)])]

describe('no word is accepted that can never match', () => {
  it('a word of the vocabulary finds what a model calls so, and so does all that covers it', () => {
    for (const word of words)
      for (const said of [{ label: word }, { tag: word }, { label: word.toUpperCase(), tag: 'other' }])
        for (const asked of [word, ...labelsOf(word)]) expectFound(asked, seen(word, said))
  })

  it('a word of the vocabulary is stored as narrow as it was said', () => {
    for (const word of words) {
      const [label = ''] = labelsOf(word)
      expect(seen(word, { label: word }).objects.map((one) => plainText(one.label))).toEqual([label])
    }
  })

  it('a sentence that names it is a rule for what a model calls so', () => {
    for (const word of words) {
      const { predicate } = compileSentence(word.replaceAll('_', ' '), [], null)
      expect(predicate, word).not.toBeNull()
      if (predicate) expect(outcome(predicate.where, seen(word)), word).toBe('match')
    }
  })

  it('a word of the vocabulary finds what a camera calls so', () => {
    for (const word of words) {
      const data = { ObjectType: word.replaceAll(/[ _]/g, '') }
      const reported = cameraReported({ trigger_source: 'onvif', trigger_topic: 'a/b', raw_data: { data } })
      const facts = toEventFacts({ ...row, tags: reported, trigger_source: 'onvif', raw_data: { data } })
      for (const asked of [word, ...labelsOf(word)]) expectFound(asked, facts)
    }
  })

  it('any other word with a letter or a digit finds what a model calls so', () => {
    const word = fc.oneof(
      fc.string({ minLength: 1, maxLength: 100 }),
      fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }),
      fc
        .array(fc.constantFrom('two', 'red', '--', '_', 's', 'Ü', 'ﬁ', '  ', 'cars'), { minLength: 1 })
        .map((of) => of.join('')),
    )
    checkProperty(
      fc.property(
        word.filter((one) => one.trim().length <= 100 && plainText(one) !== ''),
        (one) => {
          expectFound(one.trim(), seen(one.trim()))
        },
      ),
      500,
    )
  })
})

describe('one thing is counted once', () => {
  const reports = (kind: string) => ({
    trigger_source: 'onvif' as const,
    raw_data: { data: { ObjectType: kind } },
  })
  const two = (label: string): PredicateNode => ({ op: 'object', label, at_least: 2 })

  it('that a camera names with all that covers it', () => {
    const facts = toEventFacts({ ...row, ...reports('Car') })
    expect(facts.tags).toEqual(['car', 'vehicle'])
    expect(facts.objects.map(({ label }) => label)).toEqual(['car'])
  })

  it.each([
    ['child', 'Human', 'person'],
    ['scooter', 'Vehicle', 'vehicle'],
    ['vehicle', 'Car', 'vehicle'],
  ])('that a model calls %s and a camera %s', (label, kind, broader) => {
    const { result } = cleanAnswer(
      { ...goodAnswer, tags: [], objects: goodAnswer.objects.slice(0, 1).map((one) => ({ ...one, label })) },
      { pictures: 1, secrets: eventSecrets([], null), fallback: 'Motion' },
    )
    const facts = toEventFacts({ ...row, ...reports(kind), result })
    expect(outcome(object(broader), facts)).toBe('match')
    expect(outcome(two(broader), facts)).toBe('no_match')
  })
})

it('what earlier releases stored keeps matching', () => {
  for (const [stored, asked] of [
    ['person', 'person'],
    ['motorcycle', 'motorbike'],
    ['license_plate', 'number plate'],
    ['cars', 'vehicle'],
    ['people', 'person'],
  ] as const) {
    const seenThen = { label: stored, confidence: 0.9, count: 1, picture: null, box: null }
    const result = { ...goodAnswer, tags: [stored], objects: [seenThen] }
    expectFound(asked, toEventFacts({ ...row, tags: [stored], result }))
  }
})
