import { readFile } from 'node:fs/promises'
import { validate } from '@scalar/openapi-parser'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { apiDocument } from '#testing/api-document.js'
import { packageFolder } from '../process/package-folder.js'

const Document = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
})

const Operation = z.object({ parameters: z.array(z.object({ name: z.string() })) })

let document: z.infer<typeof Document>
beforeAll(async () => {
  document = Document.parse(JSON.parse(await apiDocument()))
})

test('the document is OpenAPI 3.1, as a validator of somebody else reads it', async () => {
  expect(document.openapi).toBe('3.1.0')
  const { valid, errors } = await validate(document)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  const broken = await validate({ ...document, paths: { '/api/v1/sites': { get: { responses: 5 } } } })
  expect(broken.valid).toBe(false)
})

test('operations show what a running service answered, and what was sent', () => {
  const { paths } = document
  expect(paths['/api/v1/alerts/{id}']?.['get']).toMatchObject({
    responses: {
      200: { content: { 'application/json': { example: { status: 'new', severity: 'medium' } } } },
    },
  })
  expect(paths['/api/v1/cameras/{id}/trigger']?.['post']).toMatchObject({
    requestBody: { content: { 'application/json': { example: expect.any(Object) } } },
  })
})

test('docs/lists.md has each filter of events, alerts and cameras', async () => {
  const page = await readFile(new URL('docs/lists.md', new URL('../', packageFolder)), 'utf8')
  const named = new Set([...page.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  for (const list of ['events', 'alerts', 'cameras']) {
    const { parameters } = Operation.parse(document.paths[`/api/v1/${list}`]?.['get'])
    expect(parameters.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
  }
})

test('each operation keeps its name, method and path: operations.txt has all that were ever published', async () => {
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
    )
    .toSorted()
  // A new operation gets its line. No line is changed or taken away: clients are generated from these names.
  const listed = await readFile(new URL('operations.txt', import.meta.url), 'utf8')
  expect(operations).toEqual(listed.trim().split('\n'))
})
