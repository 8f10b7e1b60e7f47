import type { Format } from '@sightline/client/live'

/** What the player says, in one language. Times and names are put in as they are to be read. */
export interface PlayerTexts {
  /** BCP 47, by which times are written; undefined: as the browser has it. */
  readonly locale: string | undefined
  /** A word or two, in the corner. */
  readonly labels: Readonly<
    Record<
      | 'stopped'
      | 'paused'
      | 'starting'
      | 'live'
      | 'behind'
      | 'noLine'
      | 'noPicture'
      | 'stalled'
      | 'forbidden'
      | 'gone'
      | 'signedOut'
      | 'cannotPlay'
      | 'stills'
      | 'recorded'
      | 'noCamera',
      string
    >
  >
  readonly old: (time: string) => string
  readonly behindBy: (time: string) => string
  readonly stalledFor: (time: string) => string
  readonly pictureOf: (time: string) => string
  readonly sentences: Readonly<
    Record<
      | 'leftOut'
      | 'leftOutHere'
      | 'nothingComes'
      | 'nothingSent'
      | 'isOld'
      | 'earlierPicture'
      | 'notYours'
      | 'noSuchCamera'
      | 'sessionOver'
      | 'cannotBegin'
      | 'lineBroke'
      | 'noClip'
      | 'clipGone'
      | 'clipUnplayable',
      string
    >
  >
  readonly noLineSince: (time: string) => string
  /** Stands before the reason why there are still pictures alone; what follows begins small. */
  readonly stills: string
  /** Why pictures are not as they were asked for, by the reason that the service gives. */
  readonly reasons: Readonly<Record<string, string>>
  /** What a slow line in front of the viewer costs. */
  readonly slowLine: Readonly<Record<'smaller' | 'fewer', string>>
  /** What it costs that this browser does not keep up with decoding. */
  readonly busyBrowser: Readonly<Record<'smaller' | 'fewer', string>>
  /** As the middle of a sentence. @param codec null: which one is not known */
  readonly cannotPlay: (codec: string | null) => string
  readonly shownInstead: Readonly<
    Record<Exclude<Format['rendition'], 'jpeg'>, (stream: 'main' | 'sub') => string>
  >
  readonly tryAgain: string
  /** Of a clip that the browser cannot play: hands it over as a file. */
  readonly saveClip: string
  readonly place: string
  readonly placeOf: (position: string, duration: string) => string
  readonly speed: string
  /** Names of buttons; the key that does the same stands behind them. */
  readonly tools: Readonly<
    Record<
      | 'play'
      | 'pause'
      | 'stop'
      | 'back'
      | 'on'
      | 'soundOn'
      | 'soundOff'
      | 'noSound'
      | 'picture'
      | 'small'
      | 'large'
      | 'notLarge',
      string
    >
  >
}

/** What it says until a page hands over another language. */
export const english: PlayerTexts = {
  locale: undefined,
  labels: {
    stopped: 'Stopped',
    paused: 'Paused',
    starting: 'Starting',
    live: 'Live',
    behind: 'Behind',
    noLine: 'No connection',
    noPicture: 'No picture',
    stalled: 'Stalled',
    forbidden: 'Not allowed',
    gone: 'Not there',
    signedOut: 'Signed out',
    cannotPlay: 'Cannot play',
    stills: 'Still pictures',
    recorded: 'Recorded',
    noCamera: 'No camera',
  },
  old: (time) => `${time} old`,
  behindBy: (time) => `${time} behind`,
  stalledFor: (time) => `Stalled for ${time}`,
  pictureOf: (time) => `Picture of ${time}`,
  sentences: {
    leftOut: 'The line is slow, and some pictures are left out',
    leftOutHere: 'This browser is busy, and some pictures are left out',
    nothingComes: 'No picture comes',
    nothingSent: 'The camera sends nothing yet',
    isOld: 'No new picture comes. This one is old.',
    earlierPicture: 'An earlier picture',
    notYours: 'This camera is not yours to see',
    noSuchCamera: 'There is no such camera, or no longer',
    sessionOver: 'Your session is over',
    cannotBegin: 'This browser cannot begin with a camera that refreshes its picture by and by',
    lineBroke: 'The clip does not come: the line broke',
    noClip:
      'This clip cannot be played: its link may be over, or this browser cannot play what the camera recorded',
    clipGone: 'This clip is not there any more, or its link is over',
    clipUnplayable: 'This browser cannot play what the camera recorded: save it as a file',
  },
  noLineSince: (time) => `No connection since ${time}. Trying again.`,
  stills: 'Still pictures: ',
  reasons: {
    stepped_down_slow_site: 'Fewer pictures: the line of the site is slow',
    main_on_its_way: 'Smaller picture until the large one comes',
    no_sub_stream: 'This camera has no smaller picture',
    agent_too_old: 'Still pictures: the gateway is older than live view',
    camera_offline: 'The camera is off line',
    gateway_offline: 'The gateway is off line',
    camera_disabled: 'The camera is switched off',
  },
  slowLine: { smaller: 'Smaller picture: your line is slow', fewer: 'Fewer pictures: your line is slow' },
  busyBrowser: {
    smaller: 'Smaller picture: this browser is busy',
    fewer: 'Fewer pictures: this browser is busy',
  },
  cannotPlay: (codec) => `this browser cannot play ${codec ?? 'what the camera sends'}`,
  shownInstead: {
    source: (stream) => `shown is the ${stream} stream`,
    mpeg1: () => 'shown as MPEG-1',
  },
  tryAgain: 'Try again',
  saveClip: 'Save the clip',
  place: 'Place in the clip',
  placeOf: (position, duration) => `${position} of ${duration}`,
  speed: 'Speed',
  tools: {
    play: 'Play',
    pause: 'Pause',
    stop: 'Stop',
    back: 'One picture back',
    on: 'One picture on',
    soundOn: 'Sound on',
    soundOff: 'Sound off',
    noSound: 'This camera has no sound',
    picture: 'Save this picture',
    small: 'Picture in picture',
    large: 'Full screen',
    notLarge: 'Leave full screen',
  },
}

/** A page may have been written for an earlier player: what it does not say is said in English. */
export function completed(texts: PlayerTexts): PlayerTexts {
  return {
    ...english,
    ...texts,
    labels: { ...english.labels, ...texts.labels },
    sentences: { ...english.sentences, ...texts.sentences },
    reasons: { ...english.reasons, ...texts.reasons },
    tools: { ...english.tools, ...texts.tools },
  }
}
