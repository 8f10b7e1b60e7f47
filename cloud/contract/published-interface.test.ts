import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { ApiDescription, type DescribedRoute, withoutNames } from './described-routes.fixture.js'
import { type PublishedRoute, publishedInterface, type Shape } from './published-interface.fixture.js'
import { isBooked, routeBook } from './route-book.fixture.js'

let world: TestApp
let api: ApiDescription
let accessOf: Map<string, string>

beforeAll(async () => {
  world = await createTestApp()
  api = new ApiDescription((await world.call(null, { url: '/api/v1/openapi.json' })).json())
  accessOf = new Map(
    world.app.routeTable
      .filter(isBooked)
      .map(({ method, url, access }) => [
        `${method} ${withoutNames(url)}`,
        typeof access === 'object' ? access.atLeast : access,
      ]),
  )
})
afterAll(() => world.close())

const published = Object.entries(publishedInterface)

describe('a route of the published interface', () => {
  test.each(published)('%s', (name, route) => {
    expect(accessOf.get(name), `${name} is not registered, or for others`).toBe(route.access)
    const described = api.routes.get(name)
    if (!described) throw new Error(`${name} is not in the OpenAPI document`)
    expectInputs(described, route)
    expectAnswer(described, route)
  })
})

function expectInputs(described: DescribedRoute, { body = [], query = [] }: PublishedRoute): void {
  expect(described.body).toEqual(expect.arrayContaining([...body]))
  expect(described.query).toEqual(expect.arrayContaining([...query]))
}

function expectAnswer({ answers }: DescribedRoute, { status, answer }: PublishedRoute): void {
  const successes = [...answers.keys()].filter((key) => key.startsWith('2'))
  expect(successes).toContain(String(status))
  const { types, schema } = answers.get(String(status)) ?? { types: [], schema: null }
  if (answer === 'empty') return expect(schema).toBeNull()
  expect(types).toEqual([answer === 'csv' ? 'text/csv' : 'application/json'])
  expectShape(schema, answer)
}

function expectShape(schema: unknown, answer: Exclude<Shape, 'empty'>): void {
  if (answer === 'csv') return
  if (answer === 'any') return expect(api.fieldsOf(schema)).not.toEqual([])
  if ('within' in answer) {
    for (const [name, fields] of Object.entries(answer.within)) {
      expect(api.fieldsOf(api.field(schema, name)), name).toEqual(expect.arrayContaining([...fields]))
    }
    return
  }
  if (!('list' in answer)) return expect(api.fieldsOf(schema)).toEqual(expect.arrayContaining([...answer]))
  const around = { page: ['next_cursor', 'total'], total: ['total'], none: [] }[answer.also ?? 'none']
  expect(api.fieldsOf(schema)).toEqual(expect.arrayContaining(['data', ...around]))
  const items = api.itemsOf(api.field(schema, 'data'))
  expect(api.fieldsOf(items)).toEqual(expect.arrayContaining([...answer.list]))
}

test('the OpenAPI document describes every route but those that are not for its clients', () => {
  const undescribed = [...accessOf.keys()].filter((name) => !api.routes.has(name))
  const booked = Object.entries(routeBook).filter(([, route]) => route.undescribed)
  expect(undescribed.toSorted()).toEqual(booked.map(([name]) => withoutNames(name)).toSorted())
})
