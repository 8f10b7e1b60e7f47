export { type PartFault, StoreFront } from './store-front.js'
