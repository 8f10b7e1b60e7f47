import { type ClipMarks, drawMarks } from './clip-line.js'
import { type IconName, icon } from './icons.js'
import { style } from './style.js'
import { english, type PlayerTexts } from './texts.js'

/** What a person can do with the player. */
export interface Deeds {
  toggle(): void
  mute(): void
  snapshot(): void
  pictureInPicture(): void
  fullscreen(): void
  play(): void
  seek(seconds: number): void
  step(frames: number): void
  speed(times: number): void
}

type Tone = 'now' | 'warn' | 'stop' | 'wait' | 'none'

/** What the surface says. */
export interface Saying {
  readonly tone: Tone
  readonly label: string
  readonly note: string | null
  readonly loud: string | null
  readonly canTry: boolean
  /** Where what cannot be shown may be saved from; null: nowhere. */
  readonly file: string | null
  /** Read out by a screen reader, when it changes. */
  readonly heard: string
  /** What is shown is of now, and all that was asked for. */
  readonly isWell: boolean
  /** What is shown is not of now. */
  readonly isOld: boolean
  /** Nothing was drawn yet. */
  readonly isBare: boolean
  /** Nothing may be seen, no thumbnail either. */
  readonly isHidden: boolean
}

export interface Controls {
  readonly isPlaying: boolean
  readonly isMuted: boolean
  readonly hasSound: boolean
  readonly hasPicture: boolean
  readonly isFullscreen: boolean
  /** Of a clip; null for a live picture. */
  readonly clip: { readonly position: number; readonly duration: number; readonly speed: number } | null
  /** Of a clip that is not there, or that the browser cannot play: there is nothing to be done with it. */
  readonly isUnplayable: boolean
}

/** The parts that lie on the picture, in the shadow of the element. */
export class Surface {
  readonly stage = make('div', 'stage')
  readonly #host: HTMLElement
  readonly #poster = make('img', 'poster')
  readonly #chip = make('span', 'chip')
  readonly #label = make('span', 'label')
  readonly #note = make('span', 'chip note')
  readonly #centre = make('div', 'centre')
  readonly #sentence = make('p', 'sentence')
  readonly #try = make('button', 'try')
  readonly #file = make('a', 'try')
  readonly #heard = make('div', 'heard')
  readonly #tools: Record<'play' | 'back' | 'on' | 'mute' | 'picture' | 'small' | 'large', HTMLButtonElement>
  readonly #seek = make('input', 'seek')
  readonly #line = make('div', 'line')
  readonly #marks = make('div', 'marks')
  readonly #time = make('span', 'time')
  readonly #speed = make('select', 'speed')
  #texts: PlayerTexts = english

  constructor(host: HTMLElement, deeds: Deeds, speeds: readonly number[]) {
    this.#host = host
    this.#tools = {
      play: tool(() => deeds.toggle()),
      back: tool(() => deeds.step(-1)),
      on: tool(() => deeds.step(1)),
      mute: tool(() => deeds.mute()),
      picture: tool(() => deeds.snapshot()),
      small: tool(() => deeds.pictureInPicture()),
      large: tool(() => deeds.fullscreen()),
    }
    this.#build(host, deeds, speeds)
  }

  /** Names what has the same name all the time. */
  speak(texts: PlayerTexts): void {
    this.#texts = texts
    const { back, on, picture, small } = this.#tools
    draw(back, 'back', `${texts.tools.back} (,)`)
    draw(on, 'on', `${texts.tools.on} (.)`)
    draw(picture, 'picture', `${texts.tools.picture} (p)`)
    draw(small, 'small', texts.tools.small)
    set(this.#try, texts.tryAgain)
    set(this.#file, texts.saveClip)
    this.#seek.setAttribute('aria-label', texts.place)
    this.#speed.setAttribute('aria-label', texts.speed)
  }

  /** Marks places on the line of a clip; null: none. */
  marks(marks: ClipMarks | null): void {
    this.#marks.replaceChildren(...(marks ? drawMarks(marks) : []))
    if (marks) this.#seek.setAttribute('aria-description', marks.label)
    else this.#seek.removeAttribute('aria-description')
  }

  poster(address: string | null): void {
    this.#poster.hidden = address === null
    if (address !== null && this.#poster.src !== address) this.#poster.src = address
  }

  show({ tone, label, note, loud, canTry, file, heard, isWell, isOld, isBare, isHidden }: Saying): void {
    this.#chip.dataset['tone'] = tone
    set(this.#label, label)
    this.#note.hidden = note === null
    set(this.#note, note ?? '')
    this.#centre.hidden = loud === null && file === null
    this.#sentence.hidden = loud === null
    set(this.#sentence, loud ?? '')
    this.#try.hidden = !canTry
    this.#file.hidden = file === null
    this.#file.href = file ?? ''
    set(this.#heard, heard)
    this.#host.toggleAttribute('data-well', isWell)
    this.#host.toggleAttribute('data-old', isOld)
    this.#host.toggleAttribute('data-bare', isBare)
    this.#host.toggleAttribute('data-hidden', isHidden)
  }

  controls({ isPlaying, isMuted, hasSound, hasPicture, isFullscreen, clip, isUnplayable }: Controls): void {
    const { play, mute, picture, small, large, back, on } = this.#tools
    const names = this.#texts.tools
    draw(
      play,
      isPlaying ? 'pause' : 'play',
      `${isPlaying ? (clip ? names.pause : names.stop) : names.play} (space)`,
    )
    draw(mute, isMuted ? 'muted' : 'sound', `${isMuted ? names.soundOn : names.soundOff} (m)`)
    mute.disabled = !hasSound
    if (!hasSound) mute.title = names.noSound
    picture.disabled = !hasPicture
    small.disabled = !hasPicture
    small.hidden = !('pictureInPictureEnabled' in document) || !document.pictureInPictureEnabled
    draw(large, isFullscreen ? 'smaller' : 'large', `${isFullscreen ? names.notLarge : names.large} (f)`)
    this.#host.toggleAttribute('data-clip', clip !== null)
    this.#host.toggleAttribute('data-playing', isPlaying)
    this.#host.toggleAttribute('data-unplayable', isUnplayable)
    for (const part of [this.#line, this.#time, this.#speed, back, on]) part.hidden = clip === null
    if (clip) this.#clip(clip)
  }

  #clip({ position, duration, speed }: NonNullable<Controls['clip']>): void {
    this.#seek.max = String(duration)
    this.#seek.value = String(position)
    this.#line.style.setProperty('--done', duration > 0 ? `${(100 * position) / duration}%` : '0%')
    this.#seek.setAttribute('aria-valuetext', this.#texts.placeOf(clock(position), clock(duration)))
    set(this.#time, `${clock(position)} / ${clock(duration)}`)
    this.#speed.value = String(speed)
  }

  #build(host: HTMLElement, deeds: Deeds, speeds: readonly number[]): void {
    const root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet()]
    this.#poster.alt = ''
    this.#poster.hidden = true
    this.#chip.part.add('state')
    this.#note.part.add('note')
    this.#chip.append(make('i', 'mark'), this.#label)
    const top = make('div', 'top')
    top.part.add('top')
    top.append(this.#chip, this.#note)
    this.#try.type = 'button'
    this.#try.addEventListener('click', () => deeds.play())
    // A page of its own for what a browser does not save, such as a file that lies elsewhere.
    this.#file.download = ''
    this.#file.target = '_blank'
    this.#file.rel = 'noopener'
    this.#centre.append(this.#sentence, this.#try, this.#file)
    this.#heard.setAttribute('role', 'status')
    this.#heard.setAttribute('aria-live', 'polite')
    // What the page lays over the picture is below what the player says.
    root.append(
      this.#poster,
      this.stage,
      make('slot', 'over'),
      this.#centre,
      top,
      this.#bar(deeds, speeds),
      this.#heard,
    )
  }

  #bar(deeds: Deeds, speeds: readonly number[]): HTMLElement {
    this.#seek.type = 'range'
    this.#seek.min = '0'
    this.#seek.step = 'any'
    this.#seek.addEventListener('input', () => deeds.seek(Number(this.#seek.value)))
    for (const times of speeds) this.#speed.add(new Option(`${times}×`, String(times)))
    this.#speed.addEventListener('change', () => deeds.speed(Number(this.#speed.value)))
    const { play, back, on, mute, picture, small, large } = this.#tools
    const row = make('div', 'row')
    row.append(play, back, on, mute, this.#time, make('span', 'gap'), this.#speed, picture, small, large)
    const bar = make('div', 'bar')
    bar.part.add('controls')
    // The place on the line lies over what is marked on it.
    this.#line.append(make('div', 'rail'), this.#marks, this.#seek)
    bar.append(this.#line, row)
    return bar
  }
}

/** Minutes and seconds of a length, such as 1:04. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

function make<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.className = className
  return made
}

function tool(pressed: () => void): HTMLButtonElement {
  const button = make('button', 'tool')
  button.type = 'button'
  button.addEventListener('click', pressed)
  return button
}

function draw(button: HTMLButtonElement, name: IconName, label: string): void {
  if (button.dataset['icon'] === name && button.title === label) return
  button.dataset['icon'] = name
  button.title = label
  button.setAttribute('aria-label', label.replace(/ \(.*\)$/, ''))
  button.replaceChildren(icon(name))
}

/** Only what changed is touched: a screen reader reads what is written. */
function set(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

let shared: CSSStyleSheet | null = null

/** One for all players of a page: a wall has sixty-four. */
function sheet(): CSSStyleSheet {
  if (shared === null) {
    shared = new CSSStyleSheet()
    shared.replaceSync(style)
  }
  return shared
}
