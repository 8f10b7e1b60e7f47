/** Parts of the agent by themselves: for tests, benchmarks and simulated cameras. No part of the package. */

export { socketPath } from '#agent/agent-socket/socket-path.js'
export { CameraEvents } from '#agent/cameras/camera-events.js'
export { DeviceEvents } from '#agent/cameras/device-events.js'
export { PtzController } from '#agent/cameras/ptz-controller.js'
export { type Capture, type CaptureEntry, capturedHost, readCapture } from '#agent/capture/capture-format.js'
export { createAskDevice } from '#agent/discovery/ask-device.js'
export { createDiscovery, type Discovery } from '#agent/discovery/discover.js'
export { type TransportPicture, TransportPictures } from '#agent/live/transport-pictures.js'
export { createFfmpegGrayDecoder } from '#agent/motion/ffmpeg-gray-decoder.js'
export type { GrayDecoder } from '#agent/motion/gray-decoder.js'
export type { Motion } from '#agent/motion/motion.js'
export { MotionDetector } from '#agent/motion/motion-detector.js'
export type { MotionZone } from '#agent/motion/motion-settings.js'
export { CameraEventFeed, type CameraEventListener } from '#agent/onvif/camera-event-feed.js'
export { describeDevice, type OnvifTarget } from '#agent/onvif/describe-device.js'
export { DeviceCache } from '#agent/onvif/device-cache.js'
export {
  EventSubscription,
  type EventSubscriptionDeps,
} from '#agent/onvif/event-subscription.js'
export { EventTombstones } from '#agent/onvif/event-tombstones.js'
export { fetchSnapshot } from '#agent/onvif/fetch-snapshot.js'
export { OperationRefused } from '#agent/onvif/onvif-error.js'
export type { EventsHealth, OnvifEvent } from '#agent/onvif/onvif-event.js'
export { PtzSession } from '#agent/onvif/ptz-session.js'
export { defaultSubscriptionTimings, type SubscriptionTimings } from '#agent/onvif/subscription-timings.js'
export { createAddressPolicy } from '#agent/platform/address-policy.js'
export { type Clock, systemClock } from '#agent/platform/clock.js'
export { type Ffmpeg, findFfmpeg } from '#agent/platform/ffmpeg/find-ffmpeg.js'
export { tuneGarbageCollector } from '#agent/platform/garbage-collector.js'
export { createLogger, silentLogger } from '#agent/platform/logger.js'
export { systemRandom } from '#agent/platform/random.js'
export type { Recorder, Trigger } from '#agent/recording/recorder.js'
export type {
  ClosedEvent,
  OpenedEvent,
  RecordingObserver,
} from '#agent/recording/recording-observer.js'
export { Recordings, type RecordingsOptions } from '#agent/recording/recordings.js'
export { CertificatePinFiles, forgetCertificate } from '#agent/rtsp/certificate-pins.js'
export { RtpReceiver } from '#agent/rtsp/rtp-receiver.js'
export { RtspReader } from '#agent/rtsp/rtsp-reader.js'
export { StreamQuirkCache } from '#agent/rtsp/stream-quirks.js'
export {
  type Packet,
  presentedAtMs,
  type StreamRun,
  type VideoFormat,
} from '#agent/stream/packet.js'
export { PacketHub } from '#agent/stream/packet-hub.js'
export { RingBudget } from '#agent/stream/ring-budget.js'
export { StreamIngest } from '#agent/stream/stream-ingest.js'
export type { CameraStatus } from '#agent/streams/camera-status.js'
export { type ProbeDeps, probeStream } from '#agent/streams/probe-stream.js'
export { receiveStream, type StreamDeps } from '#agent/streams/receive-stream.js'
export {
  StreamConnection,
  type StreamConnectionDeps,
  type StreamConnectionSettings,
} from '#agent/streams/stream-connection.js'
export type { StreamEndpoint } from '#agent/streams/stream-endpoint.js'
export { picturesOf } from './inspect-clip.js'
export { openRecordings } from './open-recordings.js'
export { RememberingObserver } from './remembering-observer.js'
