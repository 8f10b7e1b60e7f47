export { MseStage } from './mse-stage.js'
export { MseTrack } from './mse-track.js'
