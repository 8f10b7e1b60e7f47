import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './workspace.mjs'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
const graceMs = 20_000

/**
 * Runs a program to its end and answers its exit code (128 and the number of the signal for one that was
 * killed). The program leads a process group of its own: a signal that arrives here goes to all of it, what does
 * not end within 20 s is killed, and then this process ends with the program's exit code.
 *
 * @param options.stdio as for `spawn`; by default nothing on stdin and everything on stderr
 * @param options.reportsWhenStopped answer also after a signal, because there is something left to say
 * @param options.watch called with the child, to listen to its messages or to stop it
 */
export function run(command, args, options = {}) {
  const { stdio = ['ignore', 2, 2], env = process.env, cwd = root, watch, reportsWhenStopped } = options
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio, detached: true })
    let lastWord
    let stopped = false
    const pass = (signal) => {
      stopped = true
      signalGroup(child, signal)
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
    // 'close' comes after the last message, 'exit' may come before it.
    child.on('close', (code, signal) => {
      settle()
      const exitCode = code ?? 128 + constants.signals[signal]
      if (stopped && !reportsWhenStopped) process.exit(exitCode)
      resolve(exitCode)
    })
    watch?.(child)
  })
}

/** Kills a child and all that it started and that stayed in its group. */
export function killGroup(child) {
  signalGroup(child, 'SIGKILL')
}

/** To the group, because npx hands no signal on to what it runs. A group that is gone is no error. */
function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
