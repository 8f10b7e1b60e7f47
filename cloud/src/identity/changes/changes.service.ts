export {
  type ChangeRow,
  changesSince,
  concernedSince,
  insertStandingChange as standingChanged,
  type Moment,
  type PrincipalId,
  readMoment,
} from './change.repository.js'
export { type Snapshot, sees } from './snapshot.js'
export { decodeUpdateToken, encodeUpdateToken, isKnownSince, type TokenMoment } from './update-token.js'
