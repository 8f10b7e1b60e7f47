import type { MseStage } from './mse-stage.js'
import type { MseTrack } from './mse-track.js'

/** What plays by Media Source Extensions. It is no part of the player: it is loaded where a browser has nothing better. */
export interface MseModule {
  readonly MseStage: typeof MseStage
  readonly MseTrack: typeof MseTrack
}

/** Beside the player, wherever that was loaded from. */
const address = new URL('mse.js', import.meta.url).href

let program: MseModule | null = null

/** What was loaded; null before that. */
export const mseModule = (): MseModule | null => program

/** @throws where it does not come: the next try may fare better */
export async function loadMse(): Promise<MseModule> {
  if (program) return program
  const loaded: unknown = await import(address)
  if (!isMseModule(loaded)) throw new Error(`${address} is not what plays by Media Source Extensions`)
  program = loaded
  return loaded
}

function isMseModule(loaded: unknown): loaded is MseModule {
  return typeof loaded === 'object' && loaded !== null && 'MseStage' in loaded && 'MseTrack' in loaded
}
