import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { fenceRule } from '../../models/fencing/fence.service.js'
import { AnalysisAnswer, TriageAnswer } from './answer-schemas.js'
import {
  analysisInstructions,
  type PromptFacts,
  pictureLabel,
  promptFacts,
  promptVersion,
  triageInstructions,
} from './prompt.js'

const facts: PromptFacts = {
  triggeredAt: new Date('2026-03-14T21:05:00Z'),
  timezone: 'Europe/Berlin',
  durationSec: 14,
  category: 'motion',
  triggerSource: 'onvif',
  triggerTopic: 'tns1:RuleEngine/MyRuleDetector/PeopleDetect',
  reported: ['person'],
  cameraName: 'Front door',
  siteName: 'Headquarters',
  focusText: 'People at the fence',
  ignoreGuidance: 'Cats',
  schedule: [{ days: ['sat'], from: '22:00', to: '06:00' }],
  pack: 'Look for torches.',
  notes: 'Call Jo.',
}

const withoutCodes = (text: string) => text.replaceAll(/(<<<(?:DATA|END)) [\w-]+/g, '$1')

/** What stood under each version. A change of the texts takes a new version, and a new line. */
const released: Readonly<Record<string, string>> = {
  'event-1': '66be00c607964dcbb502f83b515c97f9e5bfcfffdabbf9bbda29b456eadaacc4',
}

it('has a new version with every change of what is asked', () => {
  const texts = [analysisInstructions, triageInstructions, ...promptFacts(facts).map(withoutCodes)]
  const shapes = [AnalysisAnswer, TriageAnswer].map((shape) => JSON.stringify(z.toJSONSchema(shape)))
  const labels = [pictureLabel(1, null), pictureLabel(2, 3.46)]
  const asked = createHash('sha256')
    .update([...texts, ...shapes, ...labels].join('\0'))
    .digest('hex')
  expect(released).toHaveProperty([promptVersion], asked)
})

it('says the rule of the marks in every question', () => {
  expect(analysisInstructions).toContain(fenceRule)
  expect(triageInstructions).toContain(fenceRule)
})

it('gives the facts, and each text of others between marks of its own', () => {
  const [own, ...others] = promptFacts(facts)
  expect(own).toBe(
    'Time at the site: sat 2026-03-14 22:05 (Europe/Berlin)\n' +
      'Length of the recording: 14 s\n' +
      'Trigger: motion, by onvif\n' +
      'The device itself reported: person\n' +
      'Hours in which the device is to be watched: sat 22:00-06:00. The event lies inside them.',
  )
  expect(others.map(withoutCodes)).toEqual([
    '<<<DATA camera name>>>\nFront door\n<<<END>>>',
    '<<<DATA site name>>>\nHeadquarters\n<<<END>>>',
    '<<<DATA topic of the camera>>>\ntns1:RuleEngine/MyRuleDetector/PeopleDetect\n<<<END>>>',
    '<<<DATA watch for>>>\nPeople at the fence\n<<<END>>>',
    '<<<DATA of no interest>>>\nCats\n<<<END>>>',
    '<<<DATA about this place>>>\nLook for torches.\n<<<END>>>',
    '<<<DATA note>>>\nCall Jo.\n<<<END>>>',
  ])
  const codes = others.map((text) => /^<<<DATA (\S+)/.exec(text)?.[1])
  expect(new Set(codes).size).toBe(others.length)
})

it('leaves out what nobody wrote', () => {
  const bare = {
    ...facts,
    triggerTopic: '',
    focusText: ' ',
    ignoreGuidance: '',
    pack: null,
    notes: null,
    schedule: [],
    reported: [],
  }
  expect(promptFacts({ ...bare, durationSec: null })).toHaveLength(3)
  expect(promptFacts(bare)[0]).toBe(
    'Time at the site: sat 2026-03-14 22:05 (Europe/Berlin)\nLength of the recording: 14 s\nTrigger: motion, by onvif',
  )
})
