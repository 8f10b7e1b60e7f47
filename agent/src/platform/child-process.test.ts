import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { startProcess, tailOf } from './child-process.js'
import { systemClock } from './clock.js'

const base = { clock: systemClock, deadlineMs: 20_000 }
const node = (script: string) => ({ ...base, command: process.execPath, args: ['-e', script] })

/** A zombie is gone: it only waits for whoever adopted it. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Resolves with the first whole line of a stream. */
function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    stream.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\n')) resolve(text.trim())
    })
  })
}

it('reports the exit code and all output', async () => {
  const { child, ended } = startProcess(node('console.error("x".repeat(100) + "end"); process.exit(3)'))
  const tail = tailOf(child.stderr, 10)
  child.stdout.resume()
  expect(await ended).toEqual({ kind: 'exited', code: 3 })
  expect(tail()).toBe('xxxxxxend\n')
})

it('reports a program that does not exist as a value', async () => {
  const { ended } = startProcess({ ...base, command: '/nonexistent/ffmpeg', args: [] })
  expect(await ended).toMatchObject({ kind: 'not_started', error: { code: 'ENOENT' } })
})

it('kills the whole group of a child that ignores SIGTERM, at its deadline', async () => {
  const stubborn = `
    process.on('SIGTERM', () => {})
    const { spawn } = require('node:child_process')
    const grandchild = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'])
    console.log(grandchild.pid)
    setInterval(() => {}, 1000)`
  // The deadline comes from the signal here, once the grandchild is there to be killed.
  const controller = new AbortController()
  const { child, ended } = startProcess({ ...node(stubborn), graceMs: 100, signal: controller.signal })
  child.stderr.resume()
  const grandchild = Number(await firstLine(child.stdout))
  expect(isAlive(grandchild)).toBe(true)
  controller.abort()
  expect(await ended).toEqual({ kind: 'killed', signal: 'SIGKILL', because: 'aborted' })
  while (isAlive(grandchild)) await systemClock.delay(5)
})

it('ends a child at its deadline', async () => {
  const { child, ended } = startProcess({ ...node('setInterval(() => {}, 1000)'), deadlineMs: 100 })
  child.stdout.resume()
  child.stderr.resume()
  expect(await ended).toMatchObject({ kind: 'killed', because: 'deadline' })
})

it('runs a child behind everything else', async () => {
  const { child, ended } = startProcess({
    ...node('setInterval(() => {}, 1000)'),
    niceness: 10,
    deadlineMs: 300,
  })
  child.stdout.resume()
  child.stderr.resume()
  expect(getPriority(child.pid)).toBe(10)
  await ended
})
