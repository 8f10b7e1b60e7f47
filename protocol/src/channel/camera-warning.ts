import type { CameraWarning } from './camera-report.js'

/** What may be wrong with a camera that works. */
export const cameraWarningCodes = [
  'long_keyframe_interval',
  'no_second_keyframe',
  'smart_codec',
  'b_frames',
  'h265',
  'sound_left_out',
  'sub_stream_missing',
  'sub_stream_unusable',
  'detection_disturbs',
  'pre_roll_shortened',
  'clock_skew',
  'frame_rate',
  'packet_loss',
  'motion_unavailable',
  'outdated_encryption',
  'noisy_events',
  'short_runs_format',
  'short_runs_clock',
  'short_runs_timestamps',
  'short_runs_reordered',
  'short_runs_restarted',
  'short_runs_connection',
  'short_runs_other',
] as const
export type CameraWarningCode = (typeof cameraWarningCodes)[number]

/** What is wrong and what to do about it, each one or two sentences. */
export interface WarningDescription {
  readonly message: string
  readonly remedy: string
}

/** The words for a warning, for the API and for the terminal alike; null for a code of a later version. */
export function describeWarning({ code, stream, value }: CameraWarning): WarningDescription | null {
  const known = cameraWarningCodes.find((one) => one === code)
  if (known === undefined) return null
  return wordsFor(known, stream === null ? 'The stream' : `The ${stream} stream`, rounded(value))
}

function wordsFor(code: CameraWarningCode, stream: string, value: string): WarningDescription {
  switch (code) {
    case 'long_keyframe_interval':
      return {
        message: `${stream} has a keyframe every ${value} s only: clips begin up to that much early, and movement is seen later.`,
        remedy: 'Set the keyframe interval (I-frame interval, GOP) in the camera to 1 to 4 seconds.',
      }
    case 'no_second_keyframe':
      return {
        message: `${stream} has keyframes at least ${value} s apart: clips begin up to that much early or more, and movement is seen late.`,
        remedy: 'Set the keyframe interval (I-frame interval, GOP) in the camera to 1 to 4 seconds.',
      }
    case 'outdated_encryption':
      return {
        message: `${stream} comes over TLS 1.1 or older, or with a key that is too short: who listens may read it.`,
        remedy: 'Update the firmware of the camera, or renew its certificate.',
      }
    case 'smart_codec':
      return {
        message: `${stream} has a keyframe every ${value} s only, as smart codecs do: clips begin up to that much early, and movement is seen later.`,
        remedy: 'Switch H.264+, H.265+, Zipstream or the smart codec off in the camera.',
      }
    case 'b_frames':
      return {
        message: `${stream} has B-frames: live view shows each picture some pictures later than it could.`,
        remedy: 'Choose the baseline or main profile without B-frames in the camera.',
      }
    case 'h265':
      return {
        message: `${stream} is H.265, which not every browser plays.`,
        remedy: 'Choose H.264 in the camera where clips are to be seen everywhere.',
      }
    case 'sound_left_out':
      return {
        message: `${stream} has sound that is not recorded: for its encoding, or the camera did not play it.`,
        remedy: 'Choose AAC or G.711 for the sound in the camera; if it is that, restart the camera.',
      }
    case 'sub_stream_missing':
      return {
        message: 'A sub stream is wanted and there is none: main is used in its place.',
        remedy: 'Give rtsp_sub_url, or switch the second stream on in the camera.',
      }
    case 'sub_stream_unusable':
      return {
        message: 'The sub stream cannot be received: movement is looked for in the recorded stream.',
        remedy:
          'Check its address, and choose H.264 or H.265 for it in the camera; validate-connection says more.',
      }
    case 'detection_disturbs':
      return {
        message:
          'The camera drops the recorded stream when a second one is opened: movement is looked for in the recorded stream.',
        remedy: 'Set stream_mode to single, or allow more connections in the camera.',
      }
    case 'pre_roll_shortened':
      return {
        message:
          'The memory of the gateway does not hold the whole pre-roll: clips begin later than asked for, at the worst after the trigger.',
        remedy:
          'Lower the bitrate or the keyframe interval of the camera, or the number of cameras on the gateway.',
      }
    case 'clock_skew':
      return {
        message: `The clock of the camera is ${value} s off. Events have the time of the gateway, so only the text in the picture is wrong.`,
        remedy: 'Set a time server (NTP) in the camera.',
      }
    case 'frame_rate':
      return {
        message: `${stream} has ${value} frames a second, far from what it usually has.`,
        remedy: 'Check the load of the camera, its exposure at night, and the network.',
      }
    case 'packet_loss':
      return {
        message: `${stream} loses ${value} packets for every hundred pictures.`,
        remedy: 'Check cable and radio link, lower the bitrate, or set stream_transport to tcp.',
      }
    case 'short_runs_format':
      return {
        message: `${stream} changes the format of its picture about every ${value} s: clips are cut there, and begin without their pre-roll.`,
        remedy:
          'Set picture size, codec and profile in the camera to fixed values, and switch off what changes them by itself.',
      }
    case 'short_runs_clock':
      return {
        message: `The clock of the gateway is set about every ${value} s: clips are cut there, and begin without their pre-roll.`,
        remedy: 'Let one time service alone set the clock of the gateway.',
      }
    case 'short_runs_timestamps':
      return {
        message: `${stream} has times of no use about every ${value} s: clips are cut there, and begin without their pre-roll.`,
        remedy:
          'Set the frame rate in the camera to a fixed value, let it take the time from the network, and look for a newer firmware.',
      }
    case 'short_runs_reordered':
      return {
        message: `${stream} orders its pictures otherwise than it says, about every ${value} s: clips are cut there, and begin without their pre-roll.`,
        remedy: 'Choose the baseline or main profile without B-frames in the camera.',
      }
    case 'short_runs_restarted':
      return {
        message: `${stream} begins anew about every ${value} s though the connection stands: clips are cut there, and begin without their pre-roll.`,
        remedy: 'Look for a newer firmware, and close other viewers and recorders of the camera.',
      }
    case 'short_runs_connection':
      return {
        message: `The connection of ${stream.toLowerCase()} breaks about every ${value} s: clips are cut there, and begin without their pre-roll.`,
        remedy:
          'Check the network and the power of the camera, close other viewers of it, and look for a newer firmware.',
      }
    case 'short_runs_other':
      return {
        message: `The pictures of ${stream.toLowerCase()} begin anew about every ${value} s: clips are cut there, and begin without their pre-roll.`,
        remedy:
          'Look for a newer firmware of the camera, and set frame rate and picture size to fixed values.',
      }
    case 'motion_unavailable':
      return {
        message: 'The gateway cannot look for movement in the pictures.',
        remedy: 'Install ffmpeg on the gateway; `agent doctor` says whether it is found.',
      }
    case 'noisy_events':
      return {
        message: `The camera tells of the same thing ${value} times a minute: that is no event, and records nothing.`,
        remedy: 'Switch off in the camera what it tells so often, or the rule behind it; the rest goes on.',
      }
  }
}

function rounded(value: number | null): string {
  return value === null ? 'some' : String(Math.abs(Math.round(value * 10) / 10))
}
