import { expect, test } from 'vitest'
import { chooseModel, type OperatorModel, type OrganisationModel } from './choose-model.service.js'

const operator: OperatorModel = {
  provider: 'openai',
  model: 'gpt',
  allowed: new Map(['gpt', 'big', 'tiny'].map((name) => [name, null])),
}
const nothing: OrganisationModel = { enabled: true, provider: null, model: null, baseUrl: null, keys: [] }
const url = 'https://models.example.com/v1'

test.each<[string, OperatorModel | null, Partial<OrganisationModel>, [string | null, string | null], string]>(
  [
    ['nothing is set', null, {}, [null, null], 'no AI provider is set'],
    ['switched off', operator, { enabled: false, keys: ['openai'] }, ['openai', 'x'], 'switched off'],
    ['the operator', operator, {}, [null, null], 'operator openai gpt'],
    ['a model of the organisation', operator, { model: 'big' }, [null, null], 'operator openai big'],
    ['a model of the camera', operator, { model: 'big' }, [null, 'tiny'], 'operator openai tiny'],
    [
      'a dear model of the organisation on the house',
      operator,
      { model: 'dearest' },
      [null, null],
      'dearest is not offered on the account of this service, which has gpt, big, tiny',
    ],
    ['a dear model of a camera on the house', operator, {}, [null, 'dearest'], 'dearest is not offered'],
    [
      'any model with an own key',
      operator,
      { provider: 'openai', keys: ['openai'] },
      [null, 'dearest'],
      'organisation openai dearest',
    ],
    [
      'an own key',
      operator,
      { provider: 'openai', keys: ['openai'] },
      [null, null],
      'organisation openai gpt',
    ],
    [
      'an own address without a key',
      null,
      { provider: 'openai', baseUrl: url, model: 'own' },
      [null, null],
      'organisation openai own',
    ],
    [
      'an own address never takes the operator',
      operator,
      { provider: 'openai', baseUrl: url },
      [null, null],
      'organisation openai gpt',
    ],
    [
      'another provider with its key',
      operator,
      { provider: 'anthropic', model: 'claude', keys: ['anthropic'] },
      [null, null],
      'organisation anthropic claude',
    ],
    [
      'another provider without a key',
      operator,
      { provider: 'anthropic', model: 'claude' },
      [null, null],
      'anthropic has no key',
    ],
    [
      'another provider without a model',
      operator,
      { provider: 'anthropic', keys: ['anthropic'] },
      [null, null],
      'no model of the AI provider anthropic',
    ],
    [
      'a camera of another provider',
      operator,
      { model: 'big', keys: ['anthropic'] },
      ['anthropic', 'claude'],
      'organisation anthropic claude',
    ],
    [
      'a camera of another provider does not take the model of this one',
      operator,
      { model: 'big', keys: ['anthropic'] },
      ['anthropic', null],
      'no model of the AI provider anthropic',
    ],
    [
      'a camera of another provider does not take its address',
      null,
      { provider: 'openai', baseUrl: url, model: 'm' },
      ['anthropic', 'c'],
      'anthropic has no key',
    ],
    [
      'a camera does not lead pictures past the own address to the operator',
      { provider: 'anthropic', model: 'claude', allowed: new Map([['claude', null]]) },
      { provider: 'openai', baseUrl: url, model: 'm' },
      ['anthropic', null],
      'anthropic has no key',
    ],
    [
      'a camera back at the operator',
      operator,
      { provider: 'anthropic', model: 'claude', keys: ['anthropic'] },
      ['openai', null],
      'operator openai gpt',
    ],
    ['a provider that nobody knows', operator, {}, ['mistral', 'm'], 'mistral is not known'],
  ],
)('%s', (_name, ofOperator, organisation, [provider, model], expected) => {
  const chosen = chooseModel(ofOperator, { ...nothing, ...organisation }, { provider, model })
  expect(
    chosen.kind === 'none' ? chosen.reason : `${chosen.account} ${chosen.provider} ${chosen.model}`,
  ).toContain(expected)
})
