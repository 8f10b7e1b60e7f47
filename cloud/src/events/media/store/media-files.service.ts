import path from 'node:path'
import type { Config } from '../../../platform/config.js'

export { objectPath } from './local-blob-store.js'

/** The folder of media that are kept as files. */
export const mediaFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'media')
