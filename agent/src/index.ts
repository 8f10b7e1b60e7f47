export { type Agent, startAgent } from './agent.js'
export type { AgentOptions } from './agent-parts.js'
export { Camera, type CameraDeps, type CameraSettings } from './cameras/camera.js'
export type { CameraStatus } from './cameras/camera-status.js'
export { type ProbeDeps, probeStream } from './cameras/probe-stream.js'
export { receiveStream, type StreamDeps, type StreamEndpoint } from './cameras/receive-stream.js'
export { type Capture, type CaptureEntry, capturedHost, readCapture } from './capture/capture-format.js'
export { CameraHead } from './cloud-commands/camera-head.js'
export { createAskDevice } from './discovery/ask-device.js'
export { createDiscovery, type Discovery } from './discovery/discover.js'
export { createFfmpegGrayDecoder } from './motion/ffmpeg-gray-decoder.js'
export type { GrayDecoder } from './motion/gray-decoder.js'
export type { MotionZone } from './motion/motion-settings.js'
export { type Motion, MotionWatch } from './motion/motion-watch.js'
export { describeDevice, type OnvifTarget } from './onvif/describe-device.js'
export { DeviceMemory } from './onvif/device-memory.js'
export {
  EventSubscription,
  type EventSubscriptionDeps,
} from './onvif/event-subscription.js'
export { EventTombstones } from './onvif/event-tombstones.js'
export { type EventsPace, usualPace } from './onvif/events-pace.js'
export { fetchSnapshot } from './onvif/fetch-snapshot.js'
export { OperationRefused } from './onvif/onvif-error.js'
export type { EventsHealth, OnvifEvent } from './onvif/onvif-event.js'
export { PtzSession } from './onvif/ptz-session.js'
export { createAddressPolicy } from './platform/address-policy.js'
export { type Clock, systemClock } from './platform/clock.js'
export { paceCollections } from './platform/collection-pace.js'
export { type Ffmpeg, findFfmpeg } from './platform/ffmpeg/find-ffmpeg.js'
export { createLogger, silentLogger } from './platform/logger.js'
export { systemRandom } from './platform/random.js'
export type { Recorder, Trigger } from './recording/recorder.js'
export type {
  ClosedEvent,
  OpenedEvent,
  RecordingObserver,
} from './recording/recording-observer.js'
export { Recordings, type RecordingsOptions } from './recording/recordings.js'
export { CertificatePinFiles, forgetCertificate } from './rtsp/certificate-pins.js'
export { EndpointHabits } from './rtsp/endpoint-habits.js'
export {
  type Packet,
  presentedAtMs,
  type StreamRun,
  type VideoFormat,
} from './stream/packet.js'
export { PacketHub } from './stream/packet-hub.js'
export { RingBudget } from './stream/ring-budget.js'
