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
