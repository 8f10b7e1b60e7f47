import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pathOf } from '../deployment/repository.js'

/** What the tests run as it is installed: the setting that names its place, by the package that brings it. */
const packages = {
  chromium: 'CHROMIUM_PATH',
  nginx: 'NGINX_PATH',
  caddy: 'CADDY_PATH',
  pgbouncer: 'PGBOUNCER_PATH',
} as const
const names = Object.keys(packages)

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sl-ci-'))
  await program('npm', 'echo "browser ${REQUIRE_BROWSER:-no}, peers ${REQUIRE_PEERS:-no}"')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function program(name: string, does: string): Promise<void> {
  await writeFile(path.join(folder, name), `#!/bin/sh\n${does}\n`)
  await chmod(path.join(folder, name), 0o755)
}

/** Runs it on a machine that has these programs before its own. */
async function run(): Promise<{ output: string; errors: string; code: number | null }> {
  const places = Object.entries(packages).map(([name, setting]) => [setting, path.join(folder, name)])
  const env = { PATH: `${folder}:${process.env['PATH']}`, ...Object.fromEntries(places) }
  const child = spawn(pathOf('.ci/run'), [], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { output, errors, code: await ended }
}

const asRoot = () => program('id', 'echo 0')

/** An apt-get that writes down how it was called, and brings what it is asked for. @param but what it does first */
const aptGet = (but = '') =>
  program(
    'apt-get',
    `echo "$*" >>${folder}/asked
    ${but}
    for word in $*; do
      case $word in ${names.join('|')}) cp ${folder}/npm ${folder}/$word ;; esac
    done`,
  )

/** What it was asked to install, call by call; `update` of a call for the lists of packages. */
async function asked(): Promise<string[]> {
  const lines = (await readFile(path.join(folder, 'asked'), 'utf8')).trim().split('\n')
  return lines.map((line) =>
    line.endsWith(' update') ? 'update' : line.replace(/^.* --no-install-recommends /, ''),
  )
}

it('where there are a browser and all peers, their tests must run, and nothing is installed', async () => {
  for (const name of names) await program(name, '')
  await asRoot()
  await program('apt-get', `touch ${folder}/asked; exit 1`)
  expect(await run()).toMatchObject({ output: 'browser 1, peers 1\n', errors: '', code: 0 })
  await expect(asked()).rejects.toThrow('ENOENT')
})

it('as root it installs what is missing, all at once and nothing else', async () => {
  await asRoot()
  await program('nginx', '')
  await aptGet()
  expect(await run()).toMatchObject({ output: 'browser 1, peers 1\n', code: 0 })
  expect(await asked()).toEqual(['chromium caddy pgbouncer'])
})

it('also where the lists of packages are still to be fetched', async () => {
  await asRoot()
  await aptGet(
    `case "$*" in *update) touch ${folder}/updated; exit 0 ;; esac; test -e ${folder}/updated || exit 100`,
  )
  expect(await run()).toMatchObject({ output: 'browser 1, peers 1\n', code: 0 })
  const all = names.join(' ')
  expect(await asked()).toEqual([all, 'update', all])
})

it.each([
  ['cannot be fetched', 'exit 100'],
  ['bring nothing', 'exit 0'],
])('as root, where packages %s, the tests that want them run all the same, to fail', async (_, apt) => {
  await asRoot()
  await program('nginx', '')
  await program('apt-get', apt)
  const { output, errors } = await run()
  expect(output).toBe('browser 1, peers 1\n')
  const said = [...errors.matchAll(/^(\w+) COULD NOT BE INSTALLED/gm)].map(([, name]) => name)
  expect(said).toEqual(['chromium', 'caddy', 'pgbouncer'])
})

it('on a machine whose user is not root they are skipped, and it says so', async () => {
  await program('id', 'echo 1000')
  await program('apt-get', `touch ${folder}/asked`)
  const { output, errors, code } = await run()
  expect([output, code]).toEqual(['browser no, peers no\n', 0])
  expect(errors).toContain('THE TESTS IN A BROWSER ARE SKIPPED')
  expect(errors).toContain('THE TESTS WITH WHAT IS MISSING ARE SKIPPED')
  await expect(asked()).rejects.toThrow('ENOENT')
})

it('a browser that cannot be had takes nothing from the tests with peers, and one peer nothing from those in a browser', async () => {
  await program('id', 'echo 1000')
  for (const name of ['nginx', 'caddy', 'pgbouncer']) await program(name, '')
  expect(await run()).toMatchObject({ output: 'browser no, peers 1\n', code: 0 })
  await program('chromium', '')
  await rm(path.join(folder, 'caddy'))
  expect(await run()).toMatchObject({ output: 'browser 1, peers no\n', code: 0 })
})

it('every file of tests in a browser says so where there is none', async () => {
  const entries = await readdir(pathOf('test'), { recursive: true })
  const files = entries.filter((name) => name.endsWith('.test.ts') && !/node_modules|dist/.test(name))
  const silent: string[] = []
  for (const name of files) {
    const source = await readFile(pathOf(`test/${name}`), 'utf8')
    if (/skipIf\(chromiumPath/.test(source) && !/^tellIfThereIsNone\(/m.test(source)) silent.push(name)
  }
  expect(silent).toEqual([])
})
