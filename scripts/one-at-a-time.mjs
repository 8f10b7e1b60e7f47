import { mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root, say } from './workspace.mjs'

const folder = join(root, '.cache')
const file = join(folder, 'build.lock')
const staleMs = 10 * 60_000

/**
 * Runs work that writes into node_modules or dist while no other script does. `npm start` in one terminal and
 * `npm run agent` in the next would otherwise install over each other. A lock whose holder is gone, or that is
 * older than ten minutes, is taken over.
 */
export async function oneAtATime(work) {
  const locked = await take()
  const release = () => locked && dropLock()
  process.on('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function take() {
  let told = false
  for (;;) {
    try {
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return true
    } catch (error) {
      // A workspace that we may not write to is built by its owner; there is nothing to keep apart.
      if (error.code === 'EACCES' || error.code === 'EROFS') return false
      if (error.code !== 'EEXIST') throw error
    }
    if (isStale()) dropLock()
    else {
      if (!told) say('Another command is installing or building; waiting for it.')
      told = true
      await delay(200)
    }
  }
}

function isStale() {
  try {
    if (Date.now() - statSync(file).mtimeMs > staleMs) return true
    const holder = Number(readFileSync(file, 'utf8'))
    if (holder > 0) process.kill(holder, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH' || error.code === 'ENOENT'
  }
}

function dropLock() {
  try {
    unlinkSync(file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
