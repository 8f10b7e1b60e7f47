export { avcConfiguration, avcFormat } from './avc-format.js'
export { type LiveScript, LiveService, type Serve } from './live-service.js'
export { mpeg1Pictures } from './mpeg1-pictures.js'
