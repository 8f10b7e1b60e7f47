export type { Challenge, Credentials } from './authentication.js'
export { type FakeCamera, startCamera } from './camera.js'
export type { Counters, SentFrame, StreamName } from './counters.js'
export type { FaultSettings, Faults } from './faults.js'
export { type FfmpegResult, findFfmpeg, runFfmpeg } from './ffmpeg.js'
export { uuidFor } from './identity.js'
export type { Join } from './live-stream.js'
export type { DeviceDescription } from './onvif/device-description.js'
export type { RaisedEvent } from './onvif/event-messages.js'
export type { EventOptions } from './onvif/event-options.js'
export type { OnvifFaults } from './onvif/onvif-faults.js'
export type { OnvifLogin } from './onvif/onvif-logins.js'
export type { Motor, MotorOrder } from './onvif/ptz-service.js'
export { type CameraOptions, DEFAULT_CREDENTIALS, type ResolvedOptions } from './options.js'
export { type FrameMark, framesMissing } from './picture/frame-mark.js'
export {
  BENCH_PICTURE,
  DEMO_PICTURE,
  isFigureThere,
  loadPicture,
  type Picture,
  type PictureOptions,
  QUIET_PICTURE,
  SUB_PICTURE,
  TEST_PICTURE,
} from './picture/picture.js'
export { type DecodedMarks, readFrameMarks } from './picture/read-frame-marks.js'
export { isWithheld } from './rtsp/freezes.js'
export type { Timetable } from './timetable.js'
