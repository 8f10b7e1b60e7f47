export { type Cut, Link } from './link.js'
export { ThinLink } from './thin-link.js'
