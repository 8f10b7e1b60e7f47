import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root } from './workspace.mjs'

/**
 * The environment for npm and pnpm, which keep caches under the home folder. Where there is no home, or it
 * belongs to somebody else (HOME left over from `su`, an account like `nobody`), they get one inside the
 * workspace instead of failing.
 */
export function withWritableHome(env = process.env) {
  const home = homedir()
  if (
    home &&
    ['', '.npm', '.cache', '.local'].every((name) => writableIfThere(join(home, name), name === ''))
  ) {
    return { ...env, HOME: home }
  }
  const own = join(root, '.cache', 'home')
  mkdirSync(own, { recursive: true })
  const kept = Object.entries(env).filter(([name]) => !/^(XDG_|npm_config_(cache|userconfig)$)/i.test(name))
  return { ...Object.fromEntries(kept), HOME: own, npm_config_cache: join(own, '.npm') }
}

function writableIfThere(path, required) {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch (error) {
    return error.code === 'ENOENT' && !required
  }
}
