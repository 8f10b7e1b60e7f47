import { expect, test } from 'vitest'
import { asSeen } from './rules-in-scope.js'

type Rule = Parameters<typeof asSeen>[0]
const rule = (rest: Partial<Rule>): Rule => ({
  scope_type: 'all_cameras',
  site_ids: [],
  camera_ids: [],
  ...rest,
})

test.each<[string, Rule, string[], string[], Rule | undefined]>([
  ['all cameras, a viewer of a site', rule({}), ['s1'], [], rule({})],
  ['all cameras, a viewer without a site', rule({}), [], [], undefined],
  [
    'sites, one of them seen',
    rule({ scope_type: 'site', site_ids: ['s1', 's2'] }),
    ['s1'],
    [],
    rule({ scope_type: 'site', site_ids: ['s1'] }),
  ],
  ['sites, none seen', rule({ scope_type: 'site', site_ids: ['s2'] }), ['s1'], ['c1'], undefined],
  [
    'cameras, one of them seen',
    rule({ scope_type: 'cameras', camera_ids: ['c1', 'c2'], site_ids: ['s2'] }),
    ['s1'],
    ['c1'],
    rule({ scope_type: 'cameras', camera_ids: ['c1'] }),
  ],
  ['cameras, none seen', rule({ scope_type: 'cameras', camera_ids: ['c2'] }), ['s1'], ['c1'], undefined],
])('%s', (_, given, siteIds, cameraIds, expected) => {
  expect(asSeen(given, siteIds, cameraIds)).toEqual(expected)
})
