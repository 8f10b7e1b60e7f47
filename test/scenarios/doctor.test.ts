import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CloudNode, processesNaming, runProgram, until } from '../harness/index.js'

// `cloud doctor` before the first start, beside a running service, and after its end.
let folder: string
let dataDir: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sl-doctor-'))
  await chmod(folder, 0o711)
  dataDir = path.join(folder, 'data')
})
afterEach(async () => {
  await until('no process is left', async () => (await processesNaming(folder)).length === 0)
  await rm(folder, { recursive: true, force: true })
})

interface Answer {
  readonly ok: boolean
  readonly checks: readonly { readonly name: string; readonly state: string; readonly says: string }[]
}

async function examine(env: Record<string, string> = {}): Promise<{ code: number | null; answer: Answer }> {
  const { code, output } = await runProgram('cloud/dist/cli.js', {
    args: ['doctor', '--json'],
    env: { DATA_DIR: dataDir, ...env },
  })
  return { code, answer: JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? output) }
}

it('knows a service that never ran, that runs, that ended, and whose key is another', async () => {
  const never = await examine()
  expect(never).toMatchObject({ code: 0, answer: { ok: true } })

  const node = await CloudNode.start({ DATA_DIR: dataDir })
  try {
    const running = JSON.parse(await node.operate('doctor', '--json'))
    expect(running.checks.filter(({ state }: { state: string }) => state === 'fail')).toEqual([])
    expect(running.checks).toContainEqual({
      name: 'public url',
      state: 'ok',
      says: `${node.url} answers`,
      todo: null,
    })
    expect(running.checks).toContainEqual({ name: 'nodes', state: 'ok', says: '1 running', todo: null })
    expect(await node.operate('doctor')).toMatch(/^ok {4}database {5}PostgreSQL 18\.\d+$/m)
  } finally {
    await node.stop()
  }

  const ended = await examine()
  expect(ended).toMatchObject({ code: 0, answer: { ok: true } })
  expect(ended.answer.checks).toContainEqual(expect.objectContaining({ name: 'schema', state: 'ok' }))

  const key = path.join(dataDir, 'master.key')
  const before = await readFile(key, 'utf8')
  await writeFile(key, 'not a key')
  const broken = await examine()
  expect(broken).toMatchObject({ code: 1, answer: { ok: false } })
  expect(broken.answer.checks).toContainEqual(expect.objectContaining({ name: 'master key', state: 'fail' }))
  await writeFile(key, before)
})

it('names a setting that cannot be used', async () => {
  const { code, answer } = await examine({ PORT: 'eighty' })
  expect(code).toBe(1)
  expect(answer.checks).toMatchObject([{ name: 'settings', state: 'fail' }])
  expect(answer.checks[0]?.says).toContain('PORT')
})
