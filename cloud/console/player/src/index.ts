import { SightlinePlayer } from './element/sightline-player.js'

export {
  LiveConnection,
  type LiveConnectionOptions,
  type RequestToken,
  type TokenWhy,
} from '@sightline/client/live'
export type { ClipMarks } from './element/clip-line.js'
export { SightlinePlayer } from './element/sightline-player.js'
export type { PlayerTexts } from './element/texts.js'
export { TokenRequestEvent } from './element/token-request.js'
export type { PictureState } from './live/picture-state.js'

if (!customElements.get('sightline-player')) customElements.define('sightline-player', SightlinePlayer)
