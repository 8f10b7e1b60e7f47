export { freePort } from './free-port.js'
export { otherLetter } from './other-letter.js'
export { Seeded, seeded } from './seeded.js'
