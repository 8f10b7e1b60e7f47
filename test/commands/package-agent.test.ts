import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const scripts = new URL('../../scripts/', import.meta.url)
const script = fileURLToPath(new URL('package-agent.mjs', scripts))
const execute = promisify(execFile)

it('packages an agent that works where nothing but npm is, without test code', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'package agent '))
  onTestFinished(() => rm(folder, { recursive: true }))

  const { stdout } = await execute(process.execPath, [script, folder])
  const tarball = stdout.trim()
  const { stdout: listing } = await execute('tar', ['tzf', tarball])
  const files = listing.trim().split('\n')
  expect(files).toEqual(
    expect.arrayContaining(['package/README.md', 'package/LICENSE', 'package/dist/main.js']),
  )
  expect(files.filter((file) => /\.(test|fake|fixture)\.|\/testing\/|\.map$|\.d\.ts$/.test(file))).toEqual([])

  const prefix = join(folder, 'installed')
  const { withWritableHome } = await import(new URL('writable-home.mjs', scripts).href)
  const env = withWritableHome()
  await execute('npm', ['install', '--global', '--prefix', prefix, tarball], { cwd: folder, env })
  const agent = await execute(join(prefix, 'bin', 'agent'), ['--help'], { cwd: folder })
  expect(agent.stdout).toMatch(/\bpair\b/)
})
