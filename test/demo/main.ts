import { once } from 'node:events'
import { Narrator } from './narrator.js'
import { owner, setStage } from './stage.js'
import { play } from './story.js'

const help = `npm run demo [-- --once]

Runs the whole story on this machine: a cloud with its own PostgreSQL, two simulated cameras, an agent that
pairs, discovers and records, and a receiver that verifies the webhook's signature. Without --once everything
keeps running until Ctrl-C.`

/** @returns the exit code */
async function main(args: readonly string[]): Promise<number> {
  const tell = new Narrator()
  if (args.includes('--help')) {
    tell.say(help)
    return 0
  }
  const unknown = args.find((argument) => argument !== '--once')
  if (unknown !== undefined) {
    process.stderr.write(`unknown argument ${unknown}\n\n${help}\n`)
    return 2
  }
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  tell.say('Sightline: from a camera to a signed webhook, on this machine\n')
  const stage = await setStage((what, ...details) => tell.step(what, ...details))
  try {
    await Promise.race([play(stage, tell), stopped.then(() => Promise.reject(new Error('stopped')))])
    tell.say(`\nThe loop is complete after ${tell.elapsedSec.toFixed(1)} s.`)
    if (args.includes('--once')) return 0
    tell.say(
      '\nEverything keeps running until Ctrl-C; links stay good for up to an hour. Look at it in a browser:',
    )
    tell.say(`  console     ${stage.cloud.publicUrl}`)
    tell.say(`  account     ${owner.email}`)
    tell.say(`  password    ${owner.password}`)
    tell.say(`  reference   ${stage.cloud.publicUrl}/docs`)
    await stopped
    return 0
  } catch (error) {
    tell.say()
    process.stderr.write(`The demo ended early: ${error instanceof Error ? error.message : String(error)}\n`)
    process.stderr.write(`\nThe end of the agent's log:\n${tail(stage.agent?.log)}\n`)
    process.stderr.write(`\nThe end of the cloud's log:\n${tail(stage.cloud.log)}\n`)
    return 1
  } finally {
    await stage[Symbol.asyncDispose]()
  }
}

function tail(log = '(none)'): string {
  return log.split('\n').slice(-30).join('\n')
}

process.exitCode = await main(process.argv.slice(2))
