import { expect, it } from 'vitest'
import { ruleWarnings } from './rule-warnings.service.js'

const fires = {
  rule_kind: 'camera_event',
  schedule_type: 'always',
  scope_type: 'all_cameras',
  custom_tags: [],
  min_confidence: null,
  compiled_version_id: null,
} as const

it.each([
  ['fires', {}, []],
  ['is for cameras', { scope_type: 'cameras' }, []],
  ['is for business hours', { schedule_type: 'business_hours' }, [/business_hours/]],
  ['is for a site', { scope_type: 'site' }, [/scope_type site .*or activate a compiled version/]],
  ['has tags', { custom_tags: ['van'] }, [/custom_tags .*or activate/]],
  ['has a confidence', { min_confidence: 0.5 }, [/min_confidence/]],
  [
    'is for a site and business hours',
    { scope_type: 'site', schedule_type: 'business_hours' },
    [/hours/, /site/],
  ],
  ['is judged after analysis', { scope_type: 'site', custom_tags: ['van'], compiled_version_id: 'v' }, []],
  [
    'is judged after analysis, in business hours',
    { schedule_type: 'business_hours', compiled_version_id: 'v' },
    [/business_hours/],
  ],
  ['of the system is for a site', { rule_kind: 'system_event', scope_type: 'site' }, [/scope_type cameras$/]],
] as const)('a rule that %s', (_, change, warnings) => {
  expect(ruleWarnings({ ...fires, ...change })).toEqual(warnings.map((one) => expect.stringMatching(one)))
})
