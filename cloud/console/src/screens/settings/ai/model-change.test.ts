import { describe, expect, it } from 'vitest'
import { changeOf, fieldsOf, priceProblem } from './model-change.js'

const before = {
  enabled: true,
  provider: 'openai',
  model: 'seer-1',
  base_url: 'https://models.example.com/v1',
  prices: { 'seer-1': { input: 2, output: 8 } },
  providers_with_key: ['openai'],
}

describe('what is sent', () => {
  it('of what nobody touched is as it was, and no key', () => {
    expect(changeOf(fieldsOf(before), before)).toEqual({
      enabled: true,
      provider: 'openai',
      model: 'seer-1',
      base_url: 'https://models.example.com/v1',
      prices: { 'seer-1': { input: 2, output: 8 } },
    })
  })

  it('forgets a price that was taken out, and the key where that was asked for', () => {
    const fields = { ...fieldsOf(before), priceIn: '', priceOut: ' ', forgetsKey: true }
    expect(changeOf(fields, before)).toMatchObject({
      prices: { 'seer-1': null },
      provider_keys: { openai: null },
    })
  })

  it('has a new key under its provider, and goes back to the model of the service without an address', () => {
    expect(changeOf({ ...fieldsOf(before), key: 'sk-1' }, before)).toMatchObject({
      provider_keys: { openai: 'sk-1' },
    })
    const back = { ...fieldsOf(before), provider: 'service' as const, model: '', key: 'sk-1' }
    expect(changeOf(back, before)).toEqual({ enabled: true, provider: null, model: null, base_url: null })
  })
})

it.each([
  ['', '', 'm', null],
  ['2', '8,5', 'm', null],
  ['2', '', 'm', 'wrong'],
  ['two', '8', 'm', 'wrong'],
  ['2', '8', ' ', 'no model'],
] as const)('a price of %j and %j for %j: %j', (priceIn, priceOut, model, problem) => {
  expect(priceProblem({ ...fieldsOf(before), priceIn, priceOut, model })).toBe(problem)
})
