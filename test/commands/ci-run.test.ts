import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pathOf } from '../deployment/repository.js'

let folder: string
let chromium: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sl-ci-'))
  chromium = path.join(folder, 'chromium')
  await program('npm', 'echo "browser required: ${REQUIRE_BROWSER:-no}"')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function program(name: string, does: string): Promise<void> {
  await writeFile(path.join(folder, name), `#!/bin/sh\n${does}\n`)
  await chmod(path.join(folder, name), 0o755)
}

/** Runs it on a machine that has these programs before its own. */
async function run(): Promise<{ output: string; errors: string; code: number | null }> {
  const env = { PATH: `${folder}:${process.env['PATH']}`, CHROMIUM_PATH: chromium }
  const child = spawn(pathOf('.ci/run'), [], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { output, errors, code: await ended }
}

const asRoot = () => program('id', 'echo 0')

it('where there is a browser, its tests must run', async () => {
  await program('chromium', '')
  await program('apt-get', 'exit 1')
  expect(await run()).toMatchObject({ output: 'browser required: 1\n', code: 0 })
})

it('as root it installs one, also where the lists of packages are still to be fetched', async () => {
  await asRoot()
  await program(
    'apt-get',
    `case "$*" in
      *update*) touch ${folder}/updated ;;
      *) test -e ${folder}/updated && cp ${folder}/npm ${chromium} ;;
    esac`,
  )
  expect(await run()).toMatchObject({ output: 'browser required: 1\n', code: 0 })
})

it.each([
  ['that is not root', 1000, 'exit 0'],
  ['whose packages cannot be fetched', 0, 'exit 100'],
  ['whose package brings no browser', 0, 'exit 0'],
])('on a machine %s they are skipped, and it says so', async (_, user, apt) => {
  await program('id', `echo ${user}`)
  await program('apt-get', apt)
  const { output, errors, code } = await run()
  expect([output, code]).toEqual(['browser required: no\n', 0])
  expect(errors).toContain('THE TESTS IN A BROWSER ARE SKIPPED')
})

it('every file of tests in a browser says so where there is none', async () => {
  const names = await readdir(pathOf('test'), { recursive: true })
  const files = names.filter((name) => name.endsWith('.test.ts') && !/node_modules|dist/.test(name))
  const silent: string[] = []
  for (const name of files) {
    const source = await readFile(pathOf(`test/${name}`), 'utf8')
    if (/skipIf\(chromiumPath/.test(source) && !/^tellIfThereIsNone\(/m.test(source)) silent.push(name)
  }
  expect(silent).toEqual([])
})
