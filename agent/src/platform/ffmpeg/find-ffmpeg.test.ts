import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../clock.js'
import { findFfmpeg, readVersion } from './find-ffmpeg.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-find-ffmpeg-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function script(name: string, body: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${body}\n`)
  await chmod(path, 0o755)
  return path
}

it('finds one on a machine that has ffmpeg nowhere but in the package', async () => {
  const { found } = await findFfmpeg(null, systemClock)
  expect(found?.version).toMatch(/\d/)
  expect(['path', 'package']).toContain(found?.from)
})

it('prefers the configured one', async () => {
  const path = await script('good', 'echo "ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000"')
  expect(await findFfmpeg(path, systemClock)).toEqual({
    found: { path, version: '5.1.9-0+deb12u1', from: 'setting' },
    tried: [],
  })
})

it('passes over a configured one that is none, and says so', async () => {
  const path = await script('bad', 'echo nonsense; echo broken library >&2; exit 127')
  const { found, tried } = await findFfmpeg(path, systemClock)
  expect(found?.from).not.toBe('setting')
  expect(tried[0]).toMatch(/^FFMPEG_PATH: exit code 127.*broken library/)
  const missing = await findFfmpeg(join(folder, 'none'), systemClock)
  expect(missing.tried[0]).toMatch(/^FFMPEG_PATH: .*ENOENT/)
})

it.each([
  ['ffmpeg version n7.0-7-gd38bf5e08e-20240407 Copyright', 'n7.0-7-gd38bf5e08e-20240407'],
  ['ffmpeg version 5.1.9-0+deb12u1 Copyright', '5.1.9-0+deb12u1'],
  ['ffprobe version 5', null],
])('reads the version of "%s"', (text, version) => expect(readVersion(text)).toBe(version))
