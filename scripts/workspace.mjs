import { fileURLToPath } from 'node:url'

/** The folder that holds the whole workspace, with a separator at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Says something about the work of these scripts. Always on stderr, because stdout belongs to the program that
 * a script starts.
 */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

/** Ends a script that cannot go on, with the reason and no stack. */
export class Refusal extends Error {}

/**
 * The one number that a script may be given, as it is written; `fallback` where nothing is.
 * @throws Refusal with how the script is used, for anything else: `--help` is no seed
 */
export function givenNumber(usage, fallback) {
  const [given = fallback, ...more] = process.argv.slice(2)
  if (more.length > 0 || !/^\d{1,10}$/.test(given)) throw new Refusal(usage)
  return given
}

/** Runs the body of a script; a refusal becomes one line and exit code 1. */
export async function script(body) {
  try {
    await body()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(error.message)
    process.exit(1)
  }
}
