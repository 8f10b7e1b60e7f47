import type { SightlinePlayer } from '@sightline/player'
import { type RefObject, useEffect } from 'react'
import { useText } from '../text/use-text.js'

/** Has a player speak the language of the page. Called after what makes the player. @param made differs for another player */
export function usePlayerTexts(player: RefObject<SightlinePlayer | null>, made: unknown): void {
  const { player: texts } = useText()
  useEffect(() => {
    if (player.current) player.current.texts = texts
  }, [player, texts, made])
}
