export { listShareViews } from './list-share-views.js'
export { type OpenShareDeps, openShare } from './open-share.js'
export { createShare, listShares, revokeShare } from './share-event.js'
export { noteSharedMedium, type SharedMedium, sharesMedium } from './shared-media.js'
