export { type BackupDeps, type BackupReport, makeBackup } from './make-backup.js'
export type { Manifest } from './manifest.js'
export { type RestoreDeps, type RestoreReport, restoreBackup, verifyBackup } from './restore-backup.js'
