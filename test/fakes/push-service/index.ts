export { type PushAnswer, type PushBrowser, PushService, type TakenPush } from './push-service.js'
