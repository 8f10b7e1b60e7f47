export { type Certificate, makeCertificate } from './certificate.js'
export { type Answer, type ReceivedDelivery, WebhookReceiver } from './receiver.js'
export { whatIsWrong } from './verify-signature.js'
