import type { addCameras } from '../../text/en/add-cameras.js'
import { ownTextFiles } from '../../text/use-own-text.js'

export type AddCamerasText = typeof addCameras

export const useAddCamerasText = ownTextFiles<AddCamerasText>({
  en: async () => (await import('../../text/en/add-cameras.js')).addCameras,
  de: async () => (await import('../../text/de/add-cameras.js')).addCameras,
})
