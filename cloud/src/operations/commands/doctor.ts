import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { type Config, ConfigError, configOfProcess } from '../../platform/config.js'
import { findPlacement } from '../../platform/embedded-postgres/placement.js'
import { masterKeyFile, openServiceKeys } from '../../platform/secrets/key-file.js'
import { systemClock } from '../../platform/time/clock.js'
import { type Check, type DoctorDeps, fail, reasonOf, runChecks } from '../doctor/doctor.service.js'
import { commandLog, withAddress } from './with-database.js'

/** `cloud doctor`: what is right and wrong with this service, and what to do. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'look at settings, data folder, database, keys, media, mail, public address and work, and say what to do; ' +
        'works whether the service runs or not, and changes nothing. Exit code 1 if something is wrong',
    )
    .option('--json', 'print one JSON line {ok, checks: [{name, state, says, todo}]}')
    .option('--ask-model', 'also ask the model of AI_PROVIDER for one word; costs some hundred tokens')
    .action(async (options: { json?: true; askModel?: true }) => {
      const checks = await examineProcess(options.askModel === true)
      const isWell = checks.every(({ state }) => state !== 'fail')
      process.stdout.write(options.json ? `${JSON.stringify({ ok: isWell, checks })}\n` : table(checks))
      if (!isWell) process.exitCode = 1
    })
}

async function examineProcess(askModel: boolean): Promise<Check[]> {
  let config: Config
  try {
    config = configOfProcess()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [fail('settings', reasonOf(error), 'correct it in the environment; README, settings of the cloud')]
  }
  try {
    return await runChecks({ ...(await depsOf(config)), askModel })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [fail('master key', reasonOf(error), 'put the right key back')]
  }
}

/** What is not there yet is not made: a check changes nothing. */
async function depsOf(config: Config): Promise<DoctorDeps> {
  const { masterKey, dataDir, databaseUrl } = config
  const hasKeys = masterKey !== null || existsSync(masterKeyFile(dataDir))
  const cluster = path.join((await findPlacement(dataDir)).dataDir, 'PG_VERSION')
  return {
    config,
    clock: systemClock,
    log: commandLog(config),
    keys: hasKeys ? await openServiceKeys(config, systemClock) : null,
    withAddress:
      databaseUrl === null && !existsSync(cluster)
        ? null
        : (work) => withAddress(config, (address) => work(address)),
  }
}

const marks: Readonly<Record<Check['state'], string>> = {
  ok: 'ok    ',
  warn: 'WARN  ',
  fail: 'FAIL  ',
  skipped: '-     ',
}

function table(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length)) + 2
  const indent = ' '.repeat(6 + width)
  return checks
    .map(({ name, state, says, todo }) => {
      const line = `${marks[state]}${name.padEnd(width)}${says}\n`
      return todo === null ? line : `${line}${indent}-> ${todo}\n`
    })
    .join('')
}
