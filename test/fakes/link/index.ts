export { Link } from './link.js'
