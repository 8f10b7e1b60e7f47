import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './workspace.mjs'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
const graceMs = 20_000

/**
 * Runs a program to its end and answers its exit code (128 and the number of the signal for one that was
 * killed). The program leads a process group of its own: signals that arrive here go to it, what does not end
 * within 20 s of one is killed with everything that it started.
 *
 * @param options.stdio as for `spawn`; by default nothing on stdin and everything on stderr
 * @param options.watch called with the child, to listen to its messages or to stop it
 */
export function run(command, args, options = {}) {
  const { stdio = ['ignore', 2, 2], env = process.env, cwd = root, watch } = options
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio, detached: true })
    let lastWord
    const pass = (signal) => {
      child.kill(signal)
      lastWord ??= setTimeout(() => killGroup(child), graceMs)
    }
    for (const signal of forwarded) process.on(signal, pass)
    const settle = () => {
      clearTimeout(lastWord)
      for (const signal of forwarded) process.off(signal, pass)
    }
    child.on('error', (error) => {
      settle()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      settle()
      resolve(code ?? 128 + constants.signals[signal])
    })
    watch?.(child)
  })
}

/** Kills a child and all that it started and that stayed in its group. Nothing left to kill is no error. */
export function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
