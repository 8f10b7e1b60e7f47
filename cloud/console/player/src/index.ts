import { SightlinePlayer } from './element/sightline-player.js'

export type { ClipMarks } from './element/clip-line.js'
export { SightlinePlayer } from './element/sightline-player.js'
export type { PlayerTexts } from './element/texts.js'
export { TokenRequestEvent } from './element/token-request.js'
export { LiveConnection, type LiveConnectionOptions } from './live/live-connection.js'
export type { PictureState } from './live/picture-state.js'
export type { RequestToken, TokenWhy } from './live/token-keeper.js'

if (!customElements.get('sightline-player')) customElements.define('sightline-player', SightlinePlayer)
