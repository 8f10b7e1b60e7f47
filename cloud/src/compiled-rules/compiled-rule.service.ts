export { judgeEvent } from './judge-event.js'
