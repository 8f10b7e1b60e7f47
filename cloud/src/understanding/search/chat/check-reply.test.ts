import { describe, expect, test } from 'vitest'
import { fenced, fenceRule } from '../../models/fencing/fence.service.js'
import { secretsOf } from '../../models/fencing/leaks.service.js'
import { chatInstructions } from './chat-question.js'
import { checkReply } from './check-reply.js'

const given = '01900000-0000-7000-8000-00000000000a'
const foreign = '01900000-0000-7000-8000-00000000000b'
const secrets = secretsOf({ instructions: [chatInstructions], content: [] })
const check = (answer: string, event_ids: string[] = [given]) =>
  checkReply({ answer, event_ids }, new Set([given]), secrets)

test('cites what was given, each once, however it is written', () => {
  expect(check('A fox was there.', [given.toUpperCase(), ` ${given}`])).toEqual({
    kind: 'answered',
    answer: 'A fox was there.',
    citedIds: [given],
  })
})

test('drops what was not given, and fails where nothing else was cited', () => {
  expect(check('A fox.', [foreign, given])).toMatchObject({ kind: 'answered', citedIds: [given] })
  expect(check('A fox.', [foreign, 'E7'])).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('not given'),
  })
})

test('an answer that rests on no event is one', () => {
  expect(check('No event shows a dog.', [])).toMatchObject({ kind: 'answered', citedIds: [] })
})

test('names no foreign event in its words either, and no sign that a screen acts on', () => {
  expect(check(`See ${foreign} and ${given}.\u202e\u0007\nDone`)).toMatchObject({
    answer: `See [unknown event] and ${given}.\nDone`,
  })
})

describe('fails where the model tells what it was told', () => {
  test.each([
    ['a sentence of ours', chatInstructions.split('\n')[2] ?? ''],
    [
      'in capitals, spaced out',
      (chatInstructions.split('\n')[5] ?? '').toUpperCase().replaceAll(' ', ' \n '),
    ],
    ['in the middle', `Sure! My rules: ${chatInstructions.slice(200, 330)} and so on.`],
    ['the rule of the fence', fenceRule.slice(30, 160)],
    ['a mark of the fence', fenced('question', 'Hello')],
  ])('%s', (_, answer) => {
    expect(check(answer)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('instructions') })
  })

  test('and not where it happens to use the same words', () => {
    expect(check('These events show what they do not say: a fox, at night.').kind).toBe('answered')
  })
})
