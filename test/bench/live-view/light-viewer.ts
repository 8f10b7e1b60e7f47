import { BareViewer } from './bare-viewer.js'
import { ServiceViewer } from './service-viewer.js'
import type { LightViewer, Watched } from './watched.js'

/** A viewer that keeps no picture, so that fifty of them leave the machine to what is measured. */
export const openLightViewer = (watched: Watched): LightViewer =>
  watched.kind === 'camera' ? new ServiceViewer(watched) : new BareViewer(watched)
