import type { camera } from './en/camera.js'
import { ownTextFiles } from './use-own-text.js'

export type CameraText = typeof camera
export const useCameraText = ownTextFiles<CameraText>({
  en: async () => (await import('./en/camera.js')).camera,
  de: async () => (await import('./de/camera.js')).camera,
})
