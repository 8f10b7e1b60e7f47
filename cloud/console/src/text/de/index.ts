import type { Text } from '../text.js'
import { alerts } from './alerts.js'
import { events } from './events.js'
import { frame } from './frame.js'
import { keys } from './keys.js'
import { player } from './player.js'
import { wall } from './wall.js'

export const de: Text = {
  alerts,
  events,
  frame,
  keys,
  player,
  wall,
}
