export { type Cut, Link } from './link.js'
