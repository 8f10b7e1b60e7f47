import { expect, test } from 'vitest'
import { anthropic } from './anthropic.js'

const answered = (input: unknown, usage: unknown = {}) => ({
  content: [{ type: 'tool_use', input }],
  stop_reason: 'tool_use',
  usage,
})

test('an answer that is nested deeper than it can be written down is malformed, and nothing breaks', () => {
  const deep: unknown = JSON.parse('['.repeat(300_000) + ']'.repeat(300_000))
  expect(anthropic.read(answered(deep)).said).toEqual({ kind: 'fault', fault: 'malformed' })
  expect(anthropic.read(answered({ n: 1 })).said).toEqual({ kind: 'text', text: '{"n":1}' })
})

test.each([
  [1_200, 1_200],
  [5_000_000, 5_000_000],
  [5_000_001, null],
  [2_147_483_647, null],
  [-1, null],
  [0.5, null],
])('%d tokens are counted as %s', (told, counted) => {
  expect(anthropic.read(answered({}, { input_tokens: told, output_tokens: told }))).toMatchObject({
    inputTokens: counted,
    outputTokens: counted,
  })
})
