import type { PlayerTexts } from '@sightline/player'

/** The player speaks English by itself. */
export const player: PlayerTexts | null = null
