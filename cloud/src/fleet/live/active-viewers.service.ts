export { countActiveViewers } from './active-viewers.repository.js'
