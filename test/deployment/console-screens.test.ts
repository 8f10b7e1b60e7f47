import { readdirSync } from 'node:fs'
import { apiDocument } from '@sightline/cloud/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pathOf, textOf } from './repository.js'

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
})

/** What stands in the table "From a route to its screen": a screen or a reason, and the operations. */
const rows = [
  ...(textOf('docs/console.md').split('## From a route to its screen')[1] ?? '').matchAll(
    /^\| (.+?) \| (`.+`) \|$/gm,
  ),
].map(([, where = '', operations = '']) => ({
  where,
  operations: [...operations.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
}))

/** The addresses of the console, and those pages that are the service's own. */
function addresses(): Set<string> {
  const routes = readdirSync(pathOf('cloud/console/src'))
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...textOf(`cloud/console/src/${file}`).matchAll(/\bpath: '([^']+)'/g)])
    .map(([, path = '']) => path)
  return new Set([...routes, '/login', '/reset', '/shared/:token'])
}

describe('the table of routes and screens', () => {
  let operations: string[]
  beforeAll(async () => {
    const { paths } = Document.parse(JSON.parse(await apiDocument()))
    operations = Object.values(paths).flatMap((path) => Object.values(path).map((one) => one.operationId))
  })

  it('has every operation of the interface once, and no other', () => {
    expect(operations.length).toBeGreaterThan(150)
    expect(rows.flatMap((row) => row.operations).toSorted()).toEqual(operations.toSorted())
  })

  it('leads to screens that there are', () => {
    const there = addresses()
    const named = rows.flatMap(({ where }) => [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((path) => !there.has(path))).toEqual([])
  })

  it('gives a reason where there is no screen', () => {
    const without = rows.filter(({ where }) => !where.includes('`')).map(({ where }) => where)
    for (const where of without) expect(where).toMatch(/^(every page|for programs: .+)$/)
  })
})
