export type { components, operations, paths } from './api.js'
export {
  type Answer,
  type ApiError,
  type ErrorCode,
  errorOf,
  FailedCall,
  type FieldProblem,
  type ValueOf,
  valueOf,
} from './api-error.js'
export { type ClientOptions, createSightlineClient, type SightlineClient } from './client.js'
export { itemsOf, type Page, type PagePlace } from './pages.js'
