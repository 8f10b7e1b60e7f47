import { Refusal } from './workspace.mjs'

/** A run beside more would measure the machine. */
const mostBeside = 64

/**
 * Reads what `npm test` is called with: our own options, and what vitest gets as it stands.
 *
 * @returns `beside` processes that burn a core each (0 to 64), whether `slowest` files are listed, the `words` by which
 * files are chosen, and vitest's `options` with their values
 * @throws Refusal for a number of processes that is none
 */
export function readTestArguments(args) {
  const read = { beside: 0, slowest: false, words: [], options: [] }
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]
    if (argument === '--slowest') read.slowest = true
    else if (argument === '--beside') read.beside = processesOf(args[++at])
    else if (argument.startsWith('--beside=')) read.beside = processesOf(argument.slice('--beside='.length))
    else if (!argument.startsWith('-')) read.words.push(argument)
    else {
      read.options.push(argument)
      // An option in two words takes what follows, as vitest's own command line does.
      const next = args[at + 1]
      if (!argument.includes('=') && next !== undefined && !next.startsWith('-'))
        read.options.push(args[++at])
    }
  }
  return read
}

function processesOf(text) {
  const number = Number(text)
  if (!/^\d+$/.test(text ?? '') || number > mostBeside)
    throw new Refusal(
      `--beside wants a number of processes from 0 to ${mostBeside}, as in: npm test -- --beside 4`,
    )
  return number
}
