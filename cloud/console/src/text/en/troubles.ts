/** What is wrong, and what to do about it. */
export interface Said {
  readonly message: string
  readonly remedy: string | null
}

/** @param stream as the subject of a sentence */
type SaidOf = (value: string, stream: string) => Said & { readonly remedy: string }

/**
 * What is wrong with a camera or could be better, by the codes of the service. They come by themselves, in one language: several
 * screens say some of them, and none says them at first.
 */
export interface Troubles {
  /** Why a camera gives no pictures. */
  readonly faults: Readonly<Record<string, Said & { readonly remedy: string }>>
  readonly streams: Readonly<Record<'main' | 'sub' | 'any', string>>
  /** What works and could be better. */
  readonly warnings: Readonly<Record<string, SaidOf>>
  /** Why another stream is used than is wanted. */
  readonly instead: Readonly<Record<string, string>>
  /** Where the setting of a make is. The service says it in English. */
  readonly hints: Readonly<Record<string, string>>
  readonly advice: Readonly<Record<string, (count: string) => string>>
  /** How the camera's own events come. */
  readonly events: Readonly<Record<string, Said>>
}

const keyframes = 'Set the full picture interval (I-frame interval, GOP) in the camera to 1 to 4 seconds.'

export const troubles: Troubles = {
  faults: {
    disabled: { message: 'The camera is switched off.', remedy: 'Switch it on in its settings.' },
    unpaired: { message: 'The camera has no gateway.', remedy: 'Give it to a gateway.' },
    gateway_offline: {
      message: 'The gateway of the camera is off line, so nobody sees the camera.',
      remedy: 'Check the power and the internet connection of the gateway, and that its program runs.',
    },
    gateway_disabled: {
      message: 'The gateway of the camera is switched off.',
      remedy: 'Switch the gateway on again.',
    },
    relay_offline: {
      message: 'No relay serves the camera now.',
      remedy: 'Wait a moment; if it lasts, ask the operator of the service.',
    },
    waiting: {
      message: 'The camera is being connected to; nothing has come from it yet.',
      remedy: 'Wait a moment.',
    },
    unknown: { message: 'The camera cannot be reached.', remedy: 'Check its power and its network.' },
    dns: {
      message: 'The camera was not found: its name is not known in the network.',
      remedy: 'Check the spelling, or give its IP address.',
    },
    refused: {
      message: 'The camera refuses the connection.',
      remedy: 'Check the port, and that the service is switched on in the camera.',
    },
    timeout: {
      message: 'The camera did not answer in time.',
      remedy: 'Check that it has power, that the address is right, and that its network is reached.',
    },
    auth: {
      message: 'The camera does not accept the user name or the password.',
      remedy: 'Check both. After several tries many cameras lock the account for some minutes.',
    },
    not_found: {
      message: 'The camera has no stream at this path.',
      remedy: 'Check path or channel against the papers of the maker.',
    },
    codec: {
      message: 'The camera sends video in a format that is not supported.',
      remedy: 'Set the stream to H.264 or H.265 in the camera.',
    },
    tls: {
      message: 'The camera could not be reached securely.',
      remedy:
        'If its certificate was changed on purpose, trust it on the gateway with `agent trust`. Else update its firmware.',
    },
    redirect: {
      message: 'The camera points to another address.',
      remedy: 'Give the final address: it is not followed there, because the password would go along.',
    },
    clock: {
      message: 'The camera refuses the login because its clock is wrong.',
      remedy: 'Set the clock of the camera, or let it take the time from the network.',
    },
    not_rtsp: {
      message: 'Something answers there, but not as a camera does.',
      remedy: 'Check the port: another service uses it.',
    },
    no_video: {
      message: 'The camera offers no video.',
      remedy: 'Check the path, and that the stream is switched on in the camera.',
    },
    stream_limit: {
      message: 'The camera serves nobody more.',
      remedy: 'Close other viewers and recorders of it, or raise its limit of connections.',
    },
    address: {
      message: 'The address of the camera is outside the networks that may be reached.',
      remedy: 'Give an address in the network of the site, or allow more networks on the gateway.',
    },
    protocol: {
      message: 'The camera answered, but not in a way that was understood.',
      remedy: 'Check port and path, and that it runs its newest firmware.',
    },
  },
  streams: { main: 'The main stream', sub: 'The sub stream', any: 'The stream' },
  warnings: {
    long_keyframe_interval: (value, stream) => ({
      message: `${stream} has a full picture every ${value} s only: clips begin up to that much early, and movement is seen later.`,
      remedy: keyframes,
    }),
    no_second_keyframe: (value, stream) => ({
      message: `${stream} has full pictures at least ${value} s apart: clips begin up to that much early or more, and movement is seen late.`,
      remedy: keyframes,
    }),
    outdated_encryption: (_value, stream) => ({
      message: `${stream} comes over TLS 1.1 or older, or with a key that is too short: who listens may read it.`,
      remedy: 'Update the firmware of the camera, or renew its certificate.',
    }),
    smart_codec: (value, stream) => ({
      message: `${stream} has a full picture every ${value} s only, as smart codecs do: clips begin up to that much early, and movement is seen later.`,
      remedy: 'Switch H.264+, H.265+, Zipstream or the smart codec off in the camera.',
    }),
    b_frames: (_value, stream) => ({
      message: `${stream} has B-frames: live, each picture is shown some pictures later than it could be.`,
      remedy: 'Choose the baseline or main profile without B-frames in the camera.',
    }),
    h265: (_value, stream) => ({
      message: `${stream} is H.265, which not every browser plays.`,
      remedy: 'Choose H.264 in the camera where clips are to be seen everywhere.',
    }),
    sound_left_out: (_value, stream) => ({
      message: `${stream} has sound that is not recorded: for its encoding, or the camera did not play it.`,
      remedy: 'Choose AAC or G.711 for the sound in the camera; if it is that, restart the camera.',
    }),
    sub_stream_missing: () => ({
      message: 'A sub stream is wanted and there is none: main is used in its place.',
      remedy: 'Give its link, or switch the second stream on in the camera.',
    }),
    sub_stream_unusable: () => ({
      message: 'The sub stream cannot be received: movement is looked for in the recorded stream.',
      remedy: 'Check its address, and choose H.264 or H.265 for it in the camera.',
    }),
    detection_disturbs: () => ({
      message:
        'The camera drops the recorded stream when a second one is opened: movement is looked for in the recorded one.',
      remedy: 'Receive it by one connection, or allow more connections in the camera.',
    }),
    pre_roll_shortened: () => ({
      message: 'The memory of the gateway does not hold all seconds before the trigger: clips begin later.',
      remedy: 'Lower the bitrate or the full picture interval, or give the gateway fewer cameras.',
    }),
    clock_skew: (value) => ({
      message: `The clock of the camera is ${value} s off. Events have the time of the gateway, so only the text in the picture is wrong.`,
      remedy: 'Set a time server (NTP) in the camera.',
    }),
    frame_rate: (value, stream) => ({
      message: `${stream} has ${value} frames a second, far from what it usually has.`,
      remedy: 'Check the load of the camera, its exposure at night, and the network.',
    }),
    packet_loss: (value, stream) => ({
      message: `${stream} loses ${value} packets for every hundred pictures.`,
      remedy: 'Check cable and radio link, lower the bitrate, or receive it over TCP.',
    }),
    short_runs_format: (value, stream) => ({
      message: `${stream} changes the format of its picture about every ${value} s: clips are cut there.`,
      remedy:
        'Set picture size, codec and profile in the camera to fixed values, and switch off what changes them by itself.',
    }),
    short_runs_clock: (value) => ({
      message: `The clock of the gateway is set about every ${value} s: clips are cut there.`,
      remedy: 'Let one time service alone set the clock of the gateway.',
    }),
    short_runs_timestamps: (value, stream) => ({
      message: `${stream} has times of no use about every ${value} s: clips are cut there.`,
      remedy:
        'Set the frame rate in the camera to a fixed value, let it take the time from the network, and look for a newer firmware.',
    }),
    short_runs_reordered: (value, stream) => ({
      message: `${stream} orders its pictures otherwise than it says, about every ${value} s: clips are cut there.`,
      remedy: 'Choose the baseline or main profile without B-frames in the camera.',
    }),
    short_runs_restarted: (value, stream) => ({
      message: `${stream} begins anew about every ${value} s though the connection stands: clips are cut there.`,
      remedy: 'Look for a newer firmware, and close other viewers and recorders of the camera.',
    }),
    short_runs_connection: (value, stream) => ({
      message: `${stream} loses its connection about every ${value} s: clips are cut there.`,
      remedy:
        'Check the network and the power of the camera, close other viewers of it, and look for a newer firmware.',
    }),
    short_runs_other: (value, stream) => ({
      message: `${stream} has pictures that begin anew about every ${value} s: clips are cut there.`,
      remedy: 'Look for a newer firmware of the camera, and set frame rate and picture size to fixed values.',
    }),
    motion_unavailable: () => ({
      message: 'The gateway cannot look for movement in the pictures.',
      remedy: 'Install ffmpeg on the gateway; `agent doctor` says whether it is found.',
    }),
    noisy_events: (value) => ({
      message: `The camera tells of the same thing ${value} times a minute: that is no event, and records nothing.`,
      remedy: 'Switch off in the camera what it tells so often, or the rule behind it; the rest goes on.',
    }),
  },
  instead: {
    no_sub_stream: 'there is no sub stream',
    single: 'it is received by one connection, and what is recorded serves movement too',
    not_received: 'the stream that is wanted cannot be received now',
  },
  hints: {},
  advice: {
    sub_stream_missing: () =>
      'There is no sub stream: main is used in its place. Give its link, or switch the second stream on in the camera.',
    pre_roll_shortened: () =>
      'The memory of the gateway does not hold all seconds before the trigger: clips begin later. Lower the bitrate or the full picture interval, or give the gateway fewer cameras.',
    reconnects: (count) =>
      `The connection broke ${count} times within an hour. Check the network between camera and gateway.`,
    stalls: (count) =>
      `The picture stopped ${count} times within an hour though the connection stood. Restart the camera, and look for a newer firmware.`,
    breaks: (count) =>
      `The pictures began anew ${count} times within an hour though the connection stood. Set frame rate and picture size of the camera to fixed values.`,
    broken_frames: (count) =>
      `The camera wrote what nobody can read into its connection ${count} times within an hour. Lower its bitrate, check the network, and look for a newer firmware.`,
    status_by_hand: () => 'Its state was set by hand; it stands until the camera itself changes.',
  },
  events: {
    connecting: { message: 'The gateway is subscribing to what the camera tells.', remedy: null },
    subscribed: { message: 'The gateway receives what the camera tells.', remedy: null },
    degraded: {
      message: 'What the camera tells does not come as it should; movement is looked for in the pictures.',
      remedy: 'Check that events are switched on in the camera, and that the account may receive them.',
    },
    unsupported: {
      message: 'The camera tells nothing by itself; movement is looked for in the pictures.',
      remedy: null,
    },
    tombstoned: {
      message:
        'Subscribing makes this camera restart, so it is left alone; movement is looked for in the pictures.',
      remedy: 'Install a newer firmware: then it is tried again.',
    },
    off: { message: 'The gateway does not listen to what the camera tells now.', remedy: null },
  },
}
