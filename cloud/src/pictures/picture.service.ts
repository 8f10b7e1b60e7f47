export { FrameCutter } from './frame-cutter.js'
export { type StoredPictureDeps, storedPictures } from './stored-pictures.js'
export { type PictureDeps, takePictures } from './take-pictures.js'
export type {
  JpegPicture,
  PictureMode,
  PictureRequest,
  PicturesTaken,
  TakenPicture,
} from './taken-picture.js'
